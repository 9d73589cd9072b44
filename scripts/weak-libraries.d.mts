interface Weakness {
  readonly url: string;
  readonly title: string;
  readonly severity: 'critical' | 'high' | 'moderate' | 'low' | 'info';
  readonly name: string;
}

export function brokenPromises(
  found: Readonly<Record<string, { readonly via: readonly (string | Weakness)[] }>>,
  known: Readonly<Record<string, string>>,
  now: Date,
): string[];
