// What was said to the server and what it answered, kept outside of it; afterwards held against what the server holds (reliability.md).

/** `ok`: the server said so. `refused`: it said no. `unknown`: no answer came, so it may have been done or not. */
export type Fate =
  | { readonly kind: 'ok'; readonly id: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown' };

/** One thing as the server shows it: its id, and the marker that its sender wrote into it. */
export interface Found {
  readonly id: string;
  readonly marker: string;
}

/** Every list is empty when nothing went wrong. The texts name marker and id. */
interface Findings {
  /** Acknowledged, and not there (or under another id than the acknowledged one). */
  readonly lost: readonly string[];
  /** There more than once. */
  readonly doubled: readonly string[];
  /** There although refused, or never sent. */
  readonly uninvited: readonly string[];
}

export interface Ledger {
  /** @returns a marker that no other entry has */
  open(): string;
  /** A later answer to the same marker (a retry) takes the place of `unknown`, never of `ok`. */
  close(marker: string, fate: Fate): void;
  markers(kind: Fate['kind']): string[];
  compare(found: readonly Found[]): Findings;
}

export function createLedger(name: string): Ledger {
  const fates = new Map<string, Fate>();
  const idsOf = new Map<string, Set<string>>();
  return {
    open() {
      const marker = `${name}-${fates.size}`;
      fates.set(marker, { kind: 'unknown' });
      return marker;
    },
    close(marker, fate) {
      if (fate.kind === 'ok') idsOf.set(marker, (idsOf.get(marker) ?? new Set()).add(fate.id));
      if (fates.get(marker)?.kind !== 'ok') fates.set(marker, fate);
    },
    markers: (kind) => [...fates].flatMap(([marker, fate]) => (fate.kind === kind ? [marker] : [])),
    compare(found) {
      const byMarker = new Map<string, string[]>();
      for (const { id, marker } of found) byMarker.set(marker, [...(byMarker.get(marker) ?? []), id]);
      const lost = [...idsOf].flatMap(([marker, ids]) =>
        [...ids].filter((id) => !byMarker.get(marker)?.includes(id)).map((id) => `${marker} ${id}`),
      );
      const doubled = [...byMarker].flatMap(([marker, ids]) => (ids.length > 1 ? [`${marker} ${ids.join(' ')}`] : []));
      const sameId = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) !== index);
      const uninvited = [...byMarker.keys()].filter((marker) => (fates.get(marker)?.kind ?? 'refused') === 'refused');
      return { lost, doubled: [...doubled, ...sameId.map(({ id, marker }) => `id ${id} again for ${marker}`)], uninvited };
    },
  };
}

/** Nothing went wrong. */
export const ALL_IS_WELL: Findings = { lost: [], doubled: [], uninvited: [] };
