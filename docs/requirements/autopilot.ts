/** How Weir lives with Autopilot. */
export const autopilot = {
  R111: "Every cycle looks whether Autopilot is ACTIVE.",
  R112: "Where it is, its parallelism is compared with the resource's.",
  R113: "The resource's parallelism is always projected, whatever Autopilot does.",
  R114: "A scaling in progress is recognised, during which the platform may want another state.",
  R115: "While Autopilot scales, the state is not projected, and SpecAligned says so.",
  R116: "While Autopilot scales, a savepoint is blocked.",
  R117: "While Autopilot scales, a restart is blocked.",
  R118: "While Autopilot scales, everything but the state is still projected.",
  R119: "When the scaling ends, so does this, without anybody's doing.",
  R120: "What was blocked by a scaling needs a new value.",
  R121: "If Autopilot cannot be reached it counts as not active, and reconciling goes on.",
  R122: "If Autopilot answers an error it counts as not active, too.",
  R123: "Autopilot's mode is only read, never changed.",
  R124: "Where Autopilot runs another parallelism, the platform's events say so.",
  R125: "The resource's parallelism is where Autopilot starts, so giving one is legal.",
} as const;
