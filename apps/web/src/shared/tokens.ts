// ui.md "Visual language": every colour and size, defined once. build/tokens-css.ts makes CSS variables of them (`panelSolid` is
// `--panel-solid`), theme.ts antd's tokens. No antd here: the login page loads without it.

export const COLOURS = {
  ground: '#0b1220',
  panel: 'rgba(13, 22, 38, 0.88)',
  /** Where text is read over the map. */
  panelDense: 'rgba(13, 22, 38, 0.96)',
  panelSolid: '#0d1626',
  elevated: '#13203a',
  raised: '#16233b',
  /** Inputs; `well` for those on a card. */
  field: '#0f1a2e',
  well: '#0a1322',
  /** Behind a picture that does not fill its frame. */
  dark: '#05080f',
  border: '#22314d',
  /** Borders of buttons and inputs. */
  edge: '#35486b',

  text: '#e6edf7',
  pale: '#c3d0e6',
  second: '#93a4bf',
  placeholder: '#8294b2',
  disabled: '#7d8eab',

  accent: '#2dd4ff',
  accentLight: '#5fdfff',
  onAccent: '#04202b',
  accentDim: '#1b5a70',
  onAccentDim: '#cfe9f2',
  /** A pressed switch, and the open row. */
  chosen: '#10384a',
  current: '#142840',

  unjudged: '#ff7a1a',
  unjudgedText: '#ffa25c',
  real: '#ff3b30',
  false: '#8e9bb3',
  handled: '#3ecf8e',
  offline: '#5b6780',

  /** The public warning colours. */
  levelBlue: '#3b82f6',
  levelOrange: '#fb923c',
  levelOrangeText: '#fbb273',
  levelRed: '#ef4444',
  levelRedText: '#ff9c95',

  warn: '#facc15',
  warnText: '#fde68a',
  warnLine: '#7a6a1c',
  warnGround: '#2c2709',
  bad: '#ff7b72',
  onBad: '#2b0503',
  badText: '#ff8a80',
  badPale: '#ffd9d6',
  badLine: '#8d3430',
  badGround: '#3a1517',
  goodText: '#c9f5e2',
  goodLine: '#23624a',
  goodGround: '#10322a',
} as const;

/** CSS pixels. `controls`: the map's own buttons at its left edge with the gaps beside them. `card`: an open tool or the card of a marker. */
export const SIZES = { radius: 6, header: 56, side: 360, tabs: 44, controls: 60, card: 320, popup: 420 } as const;

/**
 * What floats above whole pages, lowest first; `--z-…` in CSS. What lies within one page or panel has small numbers of its own there (up to 10).
 * antd's popups begin at 1000 and rise by 100 for each that opens in another, to 2000; its messages are at 2010. So:
 */
export const STACK = {
  /** Stays over what floats in a page. */
  header: 20,
  /** The guide points at things of the header too. */
  guide: 25,
  /** What was sent or not, on the ranger's page: read over everything there. */
  patrolNotices: 40,
  /** Video floats over pages and goes on while one works; a dialog of its page, or of a camera, opens over it. Filling the screen it covers the other. */
  video: 900,
  videoFull: 920,
  /** Calls for help and other notices, in lines of their own: no video lies over them, and the shades of drawers and dialogs leave them out (shell.css). */
  notices: 950,
  /** New alarms: over video, drawers and dialogs. */
  alarms: 1_150,
  /** 验证密码: over drawers and the confirmations in place that may have asked for it. */
  verification: 1_200,
} as const;

export const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif';

/** How severely ground has burned, on the map and in legends; always beside the name. The report prints the same colours. */
export const SEVERITY_COLOURS = {
  low: COLOURS.warn,
  'moderate-low': COLOURS.levelOrange,
  'moderate-high': COLOURS.levelRed,
  high: '#a21caf',
} as const;

/** The five fire-risk levels, on the map, in lists and in the chart; always beside the level's number. `ink`: text on it. */
export const RISK_COLOURS = {
  1: { fill: COLOURS.handled, ink: COLOURS.onAccent },
  2: { fill: COLOURS.levelBlue, ink: '#04102b' },
  3: { fill: COLOURS.warn, ink: COLOURS.warnGround },
  4: { fill: COLOURS.levelOrange, ink: '#2b1204' },
  5: { fill: COLOURS.levelRed, ink: '#1f0404' },
} as const;

/**
 * Whether people before a fire are safe, on the map and in lists; always beside the word, and on the map beside a ring of its own. Of the colours that
 * M. Okabe and K. Ito (Color Universal Design, 2008) chose to stay apart for every kind of colour vision, and white.
 */
export const SAFETY_COLOURS = {
  safe: '#56b4e9',
  watch: '#f0e442',
  alarm: '#e69f00',
  'too-late': '#d55e00',
  'no-way-out': '#cc79a7',
  'lost-contact': '#ffffff',
} as const;
