// Formats and parses degrees as decimals and as degrees/minutes/seconds, for read-outs, popups and the coordinate entry.

export type Axis = 'lng' | 'lat';

/** Decimals of a popup: 5 (about 1 m) and 4 (about 10 m), specification §9. */
export type Decimals = 5 | 4;

const LETTERS = { lng: ['E', 'W'], lat: ['N', 'S'] } as const;
const LIMIT = { lng: 180, lat: 90 } as const;

/** `103.59012`, with a minus for west and south and never "-0". */
export function formatDecimal(degrees: number, decimals: Decimals = 5): string {
  const text = degrees.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
}

/** `103°35′24.0″E`. Rounded as a whole first, to a tenth of a second (3 m), so that neither 60″ nor 60′ can occur. */
export function formatDms(degrees: number, axis: Axis): string {
  const tenths = Math.round(Math.abs(degrees) * 36_000);
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  const minutes = String(Math.floor(tenths / 600) % 60).padStart(2, '0');
  const letter = LETTERS[axis][degrees < 0 && tenths > 0 ? 1 : 0];
  return `${Math.floor(tenths / 36_000)}°${minutes}′${seconds}″${letter}`;
}

/** Why a text is not a coordinate: empty, unreadable, outside ±180/±90 (or 60 minutes), or the letter of the other axis. */
export type CoordinateFault = 'empty' | 'unreadable' | 'out-of-range' | 'wrong-axis';
export type CoordinateResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CoordinateFault };

/**
 * Reads one coordinate: `103.59`, `-103.59`, `103.59E`, `东经103.59°`, `103°35′24.0″E`, `103度35分24秒`, `103 35 24`, `103-35-24`, `103.35.24`,
 * `E103°35.4'`, in ASCII or full-width characters. @returns degrees, east and north positive
 */
export function parseCoordinate(text: string, axis: Axis): CoordinateResult<number> {
  const plain = plainSigns(text);
  if (plain === '') return { ok: false, error: 'empty' };
  const match = COORDINATE.exec(plain);
  if (match === null) return { ok: false, error: 'unreadable' };
  const [, before, sign, d = '', m, s, after] = match;
  if (before !== undefined && after !== undefined) return { ok: false, error: 'unreadable' };
  const letter = before ?? after;
  if (letter !== undefined && sign !== undefined) return { ok: false, error: 'unreadable' };
  // A part with a fraction must be the last one: 103.5°30′ is ambiguous.
  if ((m !== undefined && d.includes('.')) || (s !== undefined && m?.includes('.'))) return { ok: false, error: 'unreadable' };
  if (letter !== undefined && !(LETTERS[axis] as readonly string[]).includes(letter)) return { ok: false, error: 'wrong-axis' };

  const minutes = Number(m ?? 0);
  const seconds = Number(s ?? 0);
  const size = Number(d) + minutes / 60 + seconds / 3600;
  if (minutes >= 60 || seconds >= 60 || size > LIMIT[axis]) return { ok: false, error: 'out-of-range' };
  const negative = sign === '-' || letter === 'W' || letter === 'S';
  return { ok: true, value: negative && size > 0 ? -size : size };
}

/**
 * Parses a position of two coordinates: `103.59, 31.48`, `北纬31°28′48″ 东经103°35′24″`, `31.48N 103.59E`. With letters in any order; without
 * letters longitude first, as everywhere in the product.
 */
export function parsePosition(text: string): CoordinateResult<{ lng: number; lat: number }> {
  const plain = plainSigns(text);
  if (plain === '') return { ok: false, error: 'empty' };
  const halves = halvesOf(plain);
  if (halves === null) return { ok: false, error: 'unreadable' };
  const [first, second] = halves;
  const latitudeFirst = /[NS]/.test(first) || /[EW]/.test(second);
  const lng = parseCoordinate(latitudeFirst ? second : first, 'lng');
  if (!lng.ok) return lng;
  const lat = parseCoordinate(latitudeFirst ? first : second, 'lat');
  if (!lat.ok) return lat;
  return { ok: true, value: { lng: lng.value, lat: lat.value } };
}

/** Letter, sign, degrees, minutes, seconds, letter, in the output of `plainSigns`. Marks are optional: `103 35 24`. */
const COORDINATE = /^([NSEW])? ?([+-])?(\d{1,3}(?:\.\d+)?) ?°? ?(?:(\d{1,2}(?:\.\d+)?) ?'? ?)?(?:(\d{1,2}(?:\.\d+)?) ?"? ?)?([NSEW])?$/;

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/东经/g, 'E'],
  [/西经/g, 'W'],
  [/北纬/g, 'N'],
  [/南纬/g, 'S'],
  // Column titles and single characters, after the longer terms above. China is in the east and the north.
  [/经度|东/g, 'E'],
  [/纬度|北/g, 'N'],
  [/西/g, 'W'],
  [/南/g, 'S'],
  [/[度º˚]/g, '°'],
  // Two single marks are seconds: people type ′′ and '' for ″.
  [/″|〃|秒|[“”]|(?:[′'‘’]){2}/g, '"'],
  [/[′‘’´`分]/g, "'"],
  [/[−–—]/g, '-'],
  [/[:：]/g, ' '],
  [/[;、]/g, ','],
  // The same separator twice between three numbers separates degrees, minutes and seconds.
  [/(?<![\d.])(\d{1,3})([-.])(\d{1,2})\2(\d{1,2}(?:\.\d+)?)(?![\d.-])/g, '$1 $3 $4'],
  [/\s+/g, ' '],
];

/** NFKC converts full-width digits, letters, commas and spaces to ASCII; the table converts every mark to one of ° ' ". */
function plainSigns(text: string): string {
  // NFKC would change some marks (″ to two ′), so the table is applied before and after it.
  const apply = (from: string): string => SIGNS.reduce((so, [pattern, sign]) => so.replace(pattern, sign), from);
  return apply(apply(text).normalize('NFKC')).trim().toUpperCase();
}

function halvesOf(plain: string): readonly [string, string] | null {
  const byComma = plain.split(/ ?, ?/);
  if (byComma.length === 2) return [byComma[0] ?? '', byComma[1] ?? ''];
  if (byComma.length > 2) return null;
  const letters = /^([NSEW][^NSEW]+?) ?([NSEW][^NSEW]+)$/.exec(plain) ?? /^([^NSEW]+[NSEW]) ?([^NSEW]+[NSEW])$/.exec(plain);
  if (letters !== null) return [letters[1] ?? '', letters[2] ?? ''];
  // Without a comma or letters only two plain numbers, or two of three parts, are unambiguous: "103 35 31 28" could be split in three places.
  const bare = plain.split(' ');
  if (bare.length === 6) return [bare.slice(0, 3).join(' '), bare.slice(3).join(' ')];
  return bare.length === 2 ? [bare[0] ?? '', bare[1] ?? ''] : null;
}
