/** Name of Weir's image as the overlay writes it. */
export const weirImage = "dev.local/weir:0.1.0";
