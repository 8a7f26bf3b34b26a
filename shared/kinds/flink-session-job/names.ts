import { sessionJobNames } from "../../flink/api.ts";

/** 1.2. */
export const names = sessionJobNames;
