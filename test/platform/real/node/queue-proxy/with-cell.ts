import { type Cell, startCell } from "./cell.ts";

/** Starts a cell for `use` and closes it however that ends. */
export async function withCell(use: (cell: Cell) => Promise<void>, startMs?: number): Promise<void> {
  const cell = await startCell(startMs);
  try {
    await use(cell);
  } finally {
    await cell.close();
  }
}
