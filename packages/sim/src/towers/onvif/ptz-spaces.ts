// The numbers of ONVIF's steering (PTZ specification, chapter "spaces") and the head's degrees: generic −1 … 1 is −180° … 180° of pan and
// −90° … 90° of tilt; the spherical spaces are degrees as they are. Zoom is 0 … 1 everywhere.
import { motors, PAN_TILT, type Pose, zoomOf } from '../head.ts';
import type { Channel } from '../lens.ts';
import { SoapFault } from './soap.ts';
import { type Element, find } from './xml.ts';

const PAN_TILT_SPACES = 'http://www.onvif.org/ver10/tptz/PanTiltSpaces';
const ZOOM_SPACES = 'http://www.onvif.org/ver10/tptz/ZoomSpaces';
export const GENERIC_POSITION = `${PAN_TILT_SPACES}/PositionGenericSpace`;
export const GENERIC_ZOOM = `${ZOOM_SPACES}/PositionGenericSpace`;

/** What a vector means; its space is known by the end of its name. */
export type Meaning = 'position' | 'translation' | 'velocity' | 'speed';

interface Scale {
  readonly pan: number;
  readonly tilt: number;
}

const HALF_TURN: Scale = { pan: 180, tilt: 90 };
const FASTEST: Scale = { pan: motors.pan.fastest, tilt: motors.tilt.fastest };
const DEGREES: Scale = { pan: 1, tilt: 1 };

/** The spaces of each meaning, the usual one first: name and degrees a unit. */
const panTiltSpaces: Readonly<Record<Meaning, readonly (readonly [name: string, scale: Scale])[]>> = {
  position: [
    ['PositionGenericSpace', HALF_TURN],
    ['SphericalPositionSpaceDegrees', DEGREES],
  ],
  translation: [
    ['TranslationGenericSpace', HALF_TURN],
    ['SphericalTranslationSpaceDegrees', DEGREES],
  ],
  velocity: [
    ['VelocityGenericSpace', FASTEST],
    ['VelocitySpaceDegrees', DEGREES],
  ],
  speed: [
    ['GenericSpeedSpace', FASTEST],
    ['SpeedSpaceDegrees', DEGREES],
  ],
};

const zoomScale: Readonly<Record<Meaning, number>> = {
  position: 1,
  translation: 1,
  velocity: motors.visible.fastest,
  speed: motors.visible.fastest,
};

/** Degrees (or degrees a second) of pan and tilt, and the zoom of the profile's eye, as far as they are told. @throws SoapFault */
export function vectorOf(vector: Element | undefined, meaning: Meaning, channel: Channel): Partial<Pose> {
  const panTilt = find(vector, 'PanTilt');
  const zoom = find(vector, 'Zoom');
  return {
    ...(panTilt === undefined ? {} : panTiltOf(panTilt, meaning)),
    ...(zoom === undefined ? {} : { [zoomOf(channel)]: numberOf(zoom, 'x') * zoomScale[meaning] }),
  };
}

function panTiltOf(element: Element, meaning: Meaning): Partial<Pose> {
  const wished = element.attributes.space;
  const spaces = panTiltSpaces[meaning];
  const space = wished ? spaces.find(([name]) => wished === `${PAN_TILT_SPACES}/${name}`) : spaces[0];
  if (space === undefined) throw new SoapFault(`no space ${wished}`, ['ter:InvalidArgVal', 'ter:SpaceNotSupported']);
  const [, scale] = space;
  return { pan: numberOf(element, 'x') * scale.pan, tilt: numberOf(element, 'y') * scale.tilt };
}

function numberOf({ attributes }: Element, name: string): number {
  const value = Number(attributes[name] ?? Number.NaN);
  if (!Number.isFinite(value)) throw new SoapFault(`${name} is no number`, ['ter:InvalidArgVal']);
  return value;
}

/** Is it within what the motors reach? A hair over the edge is the rounding of who asks. */
export function isReachable(target: Partial<Pose>): boolean {
  const hair = 1e-6;
  return (Object.entries(target) as [keyof Pose, number][]).every(
    ([axis, value]) => value >= motors[axis].least - hair && value <= motors[axis].most + hair,
  );
}

/** Where the head stands, in the generic spaces. */
export const positionXml = (pose: Pose, channel: Channel): string =>
  `<tt:PanTilt x="${pose.pan / HALF_TURN.pan}" y="${pose.tilt / HALF_TURN.tilt}" space="${GENERIC_POSITION}"/><tt:Zoom x="${pose[zoomOf(channel)]}" space="${GENERIC_ZOOM}"/>`;

/** How long a continuous move without an end of its own goes on, seconds. */
export const DEFAULT_TIMEOUT_SECONDS = 10;

const range = (axis: 'X' | 'Y', least: number, most: number): string =>
  `<tt:${axis}Range><tt:Min>${least}</tt:Min><tt:Max>${most}</tt:Max></tt:${axis}Range>`;
const space = (element: string, uri: string, ranges: string): string => `<tt:${element}><tt:URI>${uri}</tt:URI>${ranges}</tt:${element}>`;

const limits = PAN_TILT.map((axis) => motors[axis]) as [typeof motors.pan, typeof motors.tilt];

function panTiltRanges(meaning: Meaning, scale: Scale): string {
  const [pan, tilt] = limits;
  const bounds = {
    position: [pan.least, pan.most, tilt.least, tilt.most],
    translation: [-180, 180, tilt.least - tilt.most, tilt.most - tilt.least],
    velocity: [-pan.fastest, pan.fastest, -tilt.fastest, tilt.fastest],
    speed: [0, pan.fastest, 0, tilt.fastest],
  } as const;
  const [west, east, low, high] = bounds[meaning];
  // A speed has one number for both axes.
  if (meaning === 'speed') return range('X', 0, east / scale.pan);
  return range('X', west / scale.pan, east / scale.pan) + range('Y', low / scale.tilt, high / scale.tilt);
}

const elements: Readonly<Record<Meaning, readonly [panTilt: string, zoom: string, zoomSpace: string]>> = {
  position: ['AbsolutePanTiltPositionSpace', 'AbsoluteZoomPositionSpace', 'PositionGenericSpace'],
  translation: ['RelativePanTiltTranslationSpace', 'RelativeZoomTranslationSpace', 'TranslationGenericSpace'],
  velocity: ['ContinuousPanTiltVelocitySpace', 'ContinuousZoomVelocitySpace', 'VelocityGenericSpace'],
  speed: ['PanTiltSpeedSpace', 'ZoomSpeedSpace', 'ZoomGenericSpeedSpace'],
};
const zoomRange: Readonly<Record<Meaning, readonly [number, number]>> = {
  position: [0, 1],
  translation: [-1, 1],
  velocity: [-1, 1],
  speed: [0, 1],
};

const MEANINGS = ['position', 'translation', 'velocity', 'speed'] as const;

/** All spaces with their ranges; the order is the schema's: where to, by how much, how fast, each for pan and tilt and then for zoom. */
export const supportedSpaces = MEANINGS.map((meaning) => {
  const [panTilt, zoom, zoomSpace] = elements[meaning];
  const turning = panTiltSpaces[meaning].map(([name, scale]) =>
    space(panTilt, `${PAN_TILT_SPACES}/${name}`, panTiltRanges(meaning, scale)),
  );
  return turning.join('') + space(zoom, `${ZOOM_SPACES}/${zoomSpace}`, range('X', ...zoomRange[meaning]));
}).join('');

/** The one configuration that steers a profile. */
export const configuration = (element: string, channel: Channel): string =>
  `<${element} token="${channel}-ptz"><tt:Name>${channel}</tt:Name><tt:UseCount>1</tt:UseCount><tt:NodeToken>${channel}-head</tt:NodeToken>` +
  `<tt:DefaultAbsolutePantTiltPositionSpace>${GENERIC_POSITION}</tt:DefaultAbsolutePantTiltPositionSpace><tt:DefaultAbsoluteZoomPositionSpace>${GENERIC_ZOOM}</tt:DefaultAbsoluteZoomPositionSpace>` +
  `<tt:DefaultContinuousPanTiltVelocitySpace>${PAN_TILT_SPACES}/VelocityGenericSpace</tt:DefaultContinuousPanTiltVelocitySpace><tt:DefaultContinuousZoomVelocitySpace>${ZOOM_SPACES}/VelocityGenericSpace</tt:DefaultContinuousZoomVelocitySpace>` +
  `<tt:DefaultPTZSpeed><tt:PanTilt x="1" y="1" space="${PAN_TILT_SPACES}/GenericSpeedSpace"/><tt:Zoom x="1" space="${ZOOM_SPACES}/ZoomGenericSpeedSpace"/></tt:DefaultPTZSpeed><tt:DefaultPTZTimeout>PT${DEFAULT_TIMEOUT_SECONDS}S</tt:DefaultPTZTimeout>` +
  `<tt:PanTiltLimits><tt:Range><tt:URI>${GENERIC_POSITION}</tt:URI>${panTiltRanges('position', HALF_TURN)}</tt:Range></tt:PanTiltLimits><tt:ZoomLimits><tt:Range><tt:URI>${GENERIC_ZOOM}</tt:URI>${range('X', 0, 1)}</tt:Range></tt:ZoomLimits></${element}>`;
