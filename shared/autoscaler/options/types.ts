import { readMemory } from "../../core/notation/memory-size.ts";
import { type OptionType, oneOf, plainTypes } from "../../core/notation/option-type.ts";
import { read } from "../../core/notation/reading.ts";
import { type AlignmentMode, alignmentModes } from "../decide/alignment.ts";
import { readPeriods } from "../decide/excluded-periods.ts";

/** The types of the autoscaler's options: durations are milliseconds, memory is bytes. */
export const types = {
  ...plainTypes,
  memory: { name: "memory size", read: readMemory },
  periods: { name: "daily ranges and Quartz crons with semicolons between them", read: readPeriods },
  aggregator: oneOf("MAX", "AVG", "MIN"),
  adjustMode: oneOf("EVENLY_SPREAD", "MAXIMIZE_UTILISATION"),
  alignmentMode: alignmentType(),
} as const;

/** A word that is no mode, to the letter, reads as BALANCED with a warning, as in the reference (2.13). */
function alignmentType(): OptionType<AlignmentMode> {
  return {
    name: alignmentModes.join(" or "),
    read: (text) => {
      const mode = alignmentModes.find((one) => one === text.trim());
      if (mode !== undefined) return read(mode);
      const meant = alignmentModes.find((one) => one === text.trim().toUpperCase());
      const hint = meant === undefined ? "" : `, which is written ${meant}`;
      return read(
        "BALANCED",
        `${JSON.stringify(text.slice(0, 60))} is no mode that is built in${hint}; BALANCED holds`,
      );
    },
  };
}
