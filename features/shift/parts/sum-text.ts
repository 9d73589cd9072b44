const LEAST = 0.1;

/** Hectares to a tenth below ten, whole ones above: a model's word is no more exact. */
export function hectaresText(hectares: number): string {
  if (hectares > 0 && hectares < LEAST) return `<${LEAST}`;
  return hectares < 10 ? String(Math.round(hectares * 10) / 10) : String(Math.round(hectares));
}

/** A sum as it is shown; null: it is not known. */
export function sumText(sum: string, value: number | null): string | null {
  if (value === null) return null;
  return sum === 'burningHectares' ? hectaresText(value) : String(value);
}
