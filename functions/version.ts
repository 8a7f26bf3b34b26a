import manifest from "../package.json" with { type: "json" };

/** Version of Weir, as in `package.json`. */
export const { version } = manifest;
