/** One request as a simulator got it; `status` 0 means that nothing was answered, `message` is that of an error. */
export interface SeenCall {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly fault?: string;
  readonly message?: string;
}
