// Land cover (地类): which of the four covers of this product a class belongs to, and which scheme a file has. The tables are in land-cover-schemes.ts.
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
  /** All that occur in the file. */
  readonly values: Iterable<number>;
  /** What the file says of itself: its name and description. */
  readonly hint: string;
  /** The colour table inside the file, 0 … 255, by value; null: it has none. */
  readonly colours: ReadonlyMap<number, Colour> | null;
}

/**
 * The schemes that a file may have: the one that the file proves by its name, its description or its colour table, else all that have its values. Numbers
 * prove a scheme only where no other has them: a part of WorldCover's classes are those of GlobeLand30 with other meanings.
 * @returns one: it is proved; several: nobody but a person can tell; none: no known scheme has these values
 */
export function schemesOf({ values, hint, colours }: CoverEvidence): readonly KnownCoverScheme[] {
  const all = [...values];
  const fitting = KNOWN_COVER_SCHEMES.filter((scheme) => all.every((value) => coverOfClass(scheme, value) !== null));
  const proofs = [
    KNOWN_COVER_SCHEMES.filter((scheme) => COVER_NAMES[scheme].test(hint)),
    colours === null ? [] : KNOWN_COVER_SCHEMES.filter((scheme) => isColouredBy(scheme, all, colours)),
  ].filter((proof) => proof.length > 0);
  // Proofs that disagree with the values or with each other are none.
  const proved = fitting.filter((scheme) => proofs.length > 0 && proofs.every((proof) => proof.includes(scheme)));
  return proved.length === 1 ? proved : fitting;
}

/** Of each of red, green and blue: tables are rounded on the way. */
const COLOUR_TOLERANCE = 12;
/** One colour alone may be a chance: many legends have dark green for trees. */
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
