const LEAST = 0.1;

/** Hectares with one decimal below ten, whole above: a model's estimate is no more precise. */
export function hectaresText(hectares: number): string {
  if (hectares > 0 && hectares < LEAST) return `<${LEAST}`;
  return hectares < 10 ? String(Math.round(hectares * 10) / 10) : String(Math.round(hectares));
}

/** A total as displayed; null: unknown. */
export function sumText(sum: string, value: number | null): string | null {
  if (value === null) return null;
  return sum === 'burningHectares' ? hectaresText(value) : String(value);
}
