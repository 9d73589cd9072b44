// Land cover (地类): to which of the four covers of this product a class belongs, and which scheme a file uses. The tables are in
// land-cover-schemes.ts.
import {
  COVER_CLASSES,
  COVER_COLOURS,
  COVER_NAMES,
  type Colour,
  KNOWN_COVER_SCHEMES,
  type KnownCoverScheme,
  type LandCover,
} from './land-cover-schemes.ts';

export { COVER_SCHEMES, type CoverScheme, KNOWN_COVER_SCHEMES, type KnownCoverScheme } from './land-cover-schemes.ts';

/** @returns null: the scheme has no such class. Second-level codes of GB/T 21010 (0301 as 301) belong to their first level. */
export function coverOfClass(scheme: KnownCoverScheme, value: number): LandCover | null {
  const first = scheme === 'gbt21010' && value >= 100 ? Math.floor(value / 100) : value;
  return COVER_CLASSES[scheme][first] ?? null;
}

export interface CoverEvidence {
  /** All values that occur in the file. */
  readonly values: Iterable<number>;
  /** The file's name and description. */
  readonly hint: string;
  /** The colour table inside the file, 0 … 255, by value; null: it has none. */
  readonly colours: ReadonlyMap<number, Colour> | null;
}

/**
 * The schemes that a file may have: the one that its name, its description or its colour table proves, else all that have its values.
 * Numbers prove a scheme only where no other scheme has them: some classes of WorldCover have the numbers of GlobeLand30 with other
 * meanings.
 * @returns one: it is proved; several: only a person can decide; none: no known scheme has these values
 */
export function schemesOf({ values, hint, colours }: CoverEvidence): readonly KnownCoverScheme[] {
  const all = [...values];
  const fitting = KNOWN_COVER_SCHEMES.filter((scheme) => all.every((value) => coverOfClass(scheme, value) !== null));
  const proofs = [
    KNOWN_COVER_SCHEMES.filter((scheme) => COVER_NAMES[scheme].test(hint)),
    colours === null ? [] : KNOWN_COVER_SCHEMES.filter((scheme) => isColouredBy(scheme, all, colours)),
  ].filter((proof) => proof.length > 0);
  // Proofs that contradict the values or each other do not count.
  const proved = fitting.filter((scheme) => proofs.length > 0 && proofs.every((proof) => proof.includes(scheme)));
  return proved.length === 1 ? proved : fitting;
}

/** For each of red, green and blue, because tables are rounded. */
const COLOUR_TOLERANCE = 12;
/** One colour alone may be a coincidence: many legends use dark green for trees. */
const LEAST_COLOURS = 2;

function isColouredBy(scheme: KnownCoverScheme, values: readonly number[], colours: ReadonlyMap<number, Colour>): boolean {
  const table = COVER_COLOURS[scheme] ?? {};
  const same = (a: Colour, b: Colour): boolean => a.every((part, i) => Math.abs(part - (b[i] as number)) <= COLOUR_TOLERANCE);
  return (
    values.length >= LEAST_COLOURS &&
    values.every((value) => {
      const [own, published] = [colours.get(value), table[value]];
      return own !== undefined && published !== undefined && same(own, published);
    })
  );
}
