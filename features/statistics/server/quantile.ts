/**
 * The value at a given index if the values were sorted (Hoare's selection), in the time of a few passes. Reorders the values.
 * @param rank from 0, below the number of values
 */
export function quantile(values: Int32Array, rank: number): number {
  let [left, right] = [0, values.length - 1];
  while (left < right) {
    const pivot = medianOfThree(values, left, right);
    let [i, j] = [left, right];
    while (i <= j) {
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i > j) break;
      const swapped = values[i] as number;
      values[i++] = values[j] as number;
      values[j--] = swapped;
    }
    if (rank <= j) right = j;
    else if (rank >= i) left = i;
    else break;
  }
  return values[rank] as number;
}

function medianOfThree(values: Int32Array, left: number, right: number): number {
  const [a, b, c] = [values[left] as number, values[(left + right) >> 1] as number, values[right] as number];
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
