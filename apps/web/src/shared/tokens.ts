// Visual language: every colour and size, defined once. build/tokens-css.ts generates CSS variables from them (`panelSolid` becomes
// `--panel-solid`), theme.ts the antd tokens. This file must not import antd: the login page loads without it.

export const COLOURS = {
  ground: '#0b1220',
  panel: 'rgba(13, 22, 38, 0.88)',
  /** For text over the map. */
  panelDense: 'rgba(13, 22, 38, 0.96)',
  panelSolid: '#0d1626',
  elevated: '#13203a',
  raised: '#16233b',
  /** Background of inputs; `well` for inputs on a card. */
  field: '#0f1a2e',
  well: '#0a1322',
  /** Background of a picture that does not fill its frame. */
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
  /** Background of a pressed switch, and of the open row. */
  chosen: '#10384a',
  current: '#142840',

  unjudged: '#ff7a1a',
  unjudgedText: '#ffa25c',
  real: '#ff3b30',
  false: '#8e9bb3',
  handled: '#3ecf8e',
  offline: '#5b6780',

  /** The colours of the public warning levels. */
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

/**
 * CSS pixels. `controls`: the map's own buttons at its left edge, including the gaps on both sides. `card`: an open tool or the card of a
 * marker.
 */
export const SIZES = { radius: 6, header: 56, side: 360, tabs: 44, controls: 60, card: 320, popup: 420 } as const;

/**
 * Z-indices of what floats above whole pages, lowest first; `--z-…` in CSS. Elements within one page or panel use separate small numbers
 * (up to 10). antd's popups begin at 1000 and rise by 100 for each nested popup, up to 2000; its messages are at 2010. Hence:
 */
export const STACK = {
  /** The header is above whatever floats in a page. */
  header: 20,
  /** The guide also points at elements of the header. */
  guide: 25,
  /** Notices on the ranger's page about what was or was not sent: above everything else there. */
  patrolNotices: 40,
  /**
   * Video floats over pages and continues while the user works. A dialog of the video's page, or of a camera, opens over it. In full screen
   * it covers the other video.
   */
  video: 900,
  videoFull: 920,
  /**
   * Calls for help and other notices, each in a separate line: no video covers them, and the masks of drawers and dialogs leave them
   * visible (shell.css).
   */
  notices: 950,
  /** New alarms: above video, drawers and dialogs. */
  alarms: 1_150,
  /** 验证密码: above drawers and the confirmations in place that may have opened it. */
  verification: 1_200,
} as const;

export const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif';

/** Burn severity on the map and in legends; always shown with its name. The report prints the same colours. */
export const SEVERITY_COLOURS = {
  low: COLOURS.warn,
  'moderate-low': COLOURS.levelOrange,
  'moderate-high': COLOURS.levelRed,
  high: '#a21caf',
} as const;

/** The five fire-risk levels, on the map, in lists and in the chart; always shown with the level's number. `ink`: text on the colour. */
export const RISK_COLOURS = {
  1: { fill: COLOURS.handled, ink: COLOURS.onAccent },
  2: { fill: COLOURS.levelBlue, ink: '#04102b' },
  3: { fill: COLOURS.warn, ink: COLOURS.warnGround },
  4: { fill: COLOURS.levelOrange, ink: '#2b1204' },
  5: { fill: COLOURS.levelRed, ink: '#1f0404' },
} as const;

/**
 * Safety of people near a fire, on the map and in lists; always shown with a text, and on the map with a distinct ring. White, and colours
 * from the palette of M. Okabe and K. Ito (Color Universal Design, 2008), which are distinguishable with every kind of colour vision.
 */
export const SAFETY_COLOURS = {
  safe: '#56b4e9',
  watch: '#f0e442',
  alarm: '#e69f00',
  'too-late': '#d55e00',
  'no-way-out': '#cc79a7',
  'lost-contact': '#ffffff',
} as const;
