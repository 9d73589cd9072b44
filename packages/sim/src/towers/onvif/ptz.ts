// ONVIF PTZ service (ver20): one head turns both channels, and each profile has its own zoom.
import { CHANNELS } from '../../cameras/towers.ts';
import type { Preset } from '../camera.ts';
import { motors, PAN_TILT, type Pose, zoomOf } from '../head.ts';
import type { Channel } from '../optics.ts';
import { type Operations, profileOf, type Service } from './service.ts';
import { type Element, escaped, find, SoapFault, textOf } from './soap.ts';

const MOST_PRESETS = 255;
/** Auxiliary commands are one of these names, a bar, and `On` or `Off`. */
const AUXILIARIES = ['tt:Wiper', 'tt:IRLamp', 'tt:Washer', 'Light', 'Fan', 'Heater'] as const;

const done = (operation: string): string => `<tptz:${operation}Response/>`;

export const ptzOperations: Operations = {
  GetNodes: () => `<tptz:GetNodesResponse>${CHANNELS.map((channel) => node(channel)).join('')}</tptz:GetNodesResponse>`,
  GetNode(_, request) {
    const token = textOf(request, 'NodeToken');
    const channel = CHANNELS.find((one) => `${one}-head` === token);
    if (channel === undefined) throw new SoapFault('no such node', ['ter:InvalidArgVal', 'ter:NoEntity']);
    return `<tptz:GetNodeResponse>${node(channel)}</tptz:GetNodeResponse>`;
  },
  GetConfigurations: () =>
    `<tptz:GetConfigurationsResponse>${CHANNELS.map((channel) => configuration('tptz:PTZConfiguration', channel)).join('')}</tptz:GetConfigurationsResponse>`,
  GetConfiguration: (_, request) =>
    `<tptz:GetConfigurationResponse>${configuration('tptz:PTZConfiguration', configured(request, 'PTZConfigurationToken'))}</tptz:GetConfigurationResponse>`,
  GetConfigurationOptions(_, request) {
    configured(request, 'ConfigurationToken');
    return `<tptz:GetConfigurationOptionsResponse><tptz:PTZConfigurationOptions><tt:Spaces>${supportedSpaces}</tt:Spaces><tt:PTZTimeout><tt:Min>PT1S</tt:Min><tt:Max>PT300S</tt:Max></tt:PTZTimeout></tptz:PTZConfigurationOptions></tptz:GetConfigurationOptionsResponse>`;
  },
  AbsoluteMove({ camera }, request) {
    const channel = profileOf(request);
    const target = vectorOf(find(request, 'Position'), 'position', channel);
    if (!isReachable(target)) throw new SoapFault('out of reach', ['ter:InvalidArgVal', 'ter:InvalidPosition']);
    camera.head.goTo(target, vectorOf(find(request, 'Speed'), 'speed', channel));
    return done('AbsoluteMove');
  },
  RelativeMove({ camera }, request) {
    const channel = profileOf(request);
    const pose = camera.head.pose();
    const by = vectorOf(find(request, 'Translation'), 'translation', channel);
    const target = Object.fromEntries((Object.keys(by) as (keyof typeof by)[]).map((axis) => [axis, pose[axis] + (by[axis] ?? 0)]));
    camera.head.goTo(target, vectorOf(find(request, 'Speed'), 'speed', channel));
    return done('RelativeMove');
  },
  ContinuousMove({ camera }, request) {
    const rates = vectorOf(find(request, 'Velocity'), 'velocity', profileOf(request));
    camera.head.sweep(rates, 1_000 * secondsOf(textOf(request, 'Timeout')));
    return done('ContinuousMove');
  },
  Stop({ camera }, request) {
    const channel = profileOf(request);
    // An axis that the request does not name stops too; only "false" lets it continue.
    if (textOf(request, 'PanTilt') !== 'false') camera.head.stop(PAN_TILT);
    if (textOf(request, 'Zoom') !== 'false') camera.head.stop([zoomOf(channel)]);
    return done('Stop');
  },
  GetStatus({ camera, clock }, request) {
    const channel = profileOf(request);
    const stateOf = (isMoving: boolean): string => (isMoving ? 'MOVING' : 'IDLE');
    const { head } = camera;
    return `<tptz:GetStatusResponse><tptz:PTZStatus><tt:Position>${positionXml(head.pose(), channel)}</tt:Position><tt:MoveStatus><tt:PanTilt>${stateOf(head.isMoving(PAN_TILT))}</tt:PanTilt><tt:Zoom>${stateOf(head.isMoving([zoomOf(channel)]))}</tt:Zoom></tt:MoveStatus><tt:UtcTime>${new Date(clock()).toISOString()}</tt:UtcTime></tptz:PTZStatus></tptz:GetStatusResponse>`;
  },
  GetPresets({ camera }, request) {
    const channel = profileOf(request);
    return `<tptz:GetPresetsResponse>${[...camera.presets]
      .map(
        ([token, { name, pose }]) =>
          `<tptz:Preset token="${escaped(token)}"><tt:Name>${escaped(name)}</tt:Name><tt:PTZPosition>${positionXml(pose, channel)}</tt:PTZPosition></tptz:Preset>`,
      )
      .join('')}</tptz:GetPresetsResponse>`;
  },
  SetPreset({ camera }, request) {
    profileOf(request);
    const { presets } = camera;
    const token = textOf(request, 'PresetToken') || freeToken(presets);
    if (!presets.has(token) && presets.size >= MOST_PRESETS)
      throw new SoapFault('too many presets', ['ter:Action', 'ter:TooManyPresets'], 500);
    const name = textOf(request, 'PresetName') || presets.get(token)?.name || token;
    presets.set(token, { name, pose: camera.head.pose() });
    return `<tptz:SetPresetResponse><tptz:PresetToken>${escaped(token)}</tptz:PresetToken></tptz:SetPresetResponse>`;
  },
  GotoPreset(service, request) {
    const channel = profileOf(request);
    const [, { pose }] = presetOf(service, request);
    service.camera.head.goTo(pose, vectorOf(find(request, 'Speed'), 'speed', channel));
    return done('GotoPreset');
  },
  RemovePreset(service, request) {
    profileOf(request);
    const [token] = presetOf(service, request);
    service.camera.presets.delete(token);
    return done('RemovePreset');
  },
  SendAuxiliaryCommand({ camera }, request) {
    profileOf(request);
    const command = textOf(request, 'AuxiliaryData') ?? '';
    const [what = '', state] = command.split('|');
    if (!AUXILIARIES.some((one) => one === what) || (state !== 'On' && state !== 'Off')) {
      throw new SoapFault(`no auxiliary command ${command}`, ['ter:InvalidArgVal', 'ter:AuxiliaryDataNotSupported']);
    }
    if (state === 'On') camera.switchedOn.add(what);
    else camera.switchedOn.delete(what);
    return `<tptz:SendAuxiliaryCommandResponse><tptz:AuxiliaryResponse>${escaped(command)}</tptz:AuxiliaryResponse></tptz:SendAuxiliaryCommandResponse>`;
  },
  GetServiceCapabilities: () =>
    '<tptz:GetServiceCapabilitiesResponse><tptz:Capabilities EFlip="false" Reverse="false" GetCompatibleConfigurations="false" MoveStatus="true" StatusPosition="true"/></tptz:GetServiceCapabilitiesResponse>',
};

const node = (channel: Channel): string =>
  `<tptz:PTZNode token="${channel}-head" FixedHomePosition="false"><tt:Name>${channel}</tt:Name><tt:SupportedPTZSpaces>${supportedSpaces}</tt:SupportedPTZSpaces><tt:MaximumNumberOfPresets>${MOST_PRESETS}</tt:MaximumNumberOfPresets><tt:HomeSupported>false</tt:HomeSupported>${AUXILIARIES.flatMap(
    (what) => ['On', 'Off'].map((state) => `<tt:AuxiliaryCommands>${what}|${state}</tt:AuxiliaryCommands>`),
  ).join('')}</tptz:PTZNode>`;

function configured(request: Element, element: string): Channel {
  const token = textOf(request, element);
  const channel = CHANNELS.find((one) => `${one}-ptz` === token);
  if (channel === undefined) throw new SoapFault('no such configuration', ['ter:InvalidArgVal', 'ter:NoConfig']);
  return channel;
}

function presetOf({ camera }: Service, request: Element): [token: string, preset: Preset] {
  const token = textOf(request, 'PresetToken') ?? '';
  const preset = camera.presets.get(token);
  if (preset === undefined) throw new SoapFault(`no preset ${token}`, ['ter:InvalidArgVal', 'ter:NoToken']);
  return [token, preset];
}

function freeToken(presets: ReadonlyMap<string, unknown>): string {
  let n = 1;
  while (presets.has(String(n))) n += 1;
  return String(n);
}

/** An XML duration of hours, minutes and seconds. @throws SoapFault */
function secondsOf(duration: string | undefined): number {
  if (duration === undefined) return DEFAULT_TIMEOUT_SECONDS;
  const match = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(duration);
  if (match === null) throw new SoapFault('no duration', ['ter:InvalidArgVal', 'ter:TimeoutNotSupported']);
  const [, hours = 0, minutes = 0, seconds = 0] = match;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

// Conversion between ONVIF's coordinate spaces (PTZ specification, chapter "spaces") and the head's degrees: generic −1 … 1 is −180° … 180°
// of pan and −90° … 90° of tilt; the spherical spaces are in degrees. Zoom is 0 … 1 everywhere.

const PAN_TILT_SPACES = 'http://www.onvif.org/ver10/tptz/PanTiltSpaces';
const ZOOM_SPACES = 'http://www.onvif.org/ver10/tptz/ZoomSpaces';
const GENERIC_POSITION = `${PAN_TILT_SPACES}/PositionGenericSpace`;
const GENERIC_ZOOM = `${ZOOM_SPACES}/PositionGenericSpace`;

/** The use of a vector; the end of a space's name shows which use it is for. */
type Meaning = 'position' | 'translation' | 'velocity' | 'speed';

interface Scale {
  readonly pan: number;
  readonly tilt: number;
}

const HALF_TURN: Scale = { pan: 180, tilt: 90 };
const FASTEST: Scale = { pan: motors.pan.fastest, tilt: motors.tilt.fastest };
const DEGREES: Scale = { pan: 1, tilt: 1 };

/** The spaces of each meaning, the default one first: name, and degrees for each unit. */
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

/**
 * Degrees (or degrees a second) of pan and tilt, and the zoom of the profile's channel, as far as the vector contains them. @throws
 * SoapFault
 */
function vectorOf(vector: Element | undefined, meaning: Meaning, channel: Channel): Partial<Pose> {
  const panTilt = find(vector, 'PanTilt');
  const zoom = find(vector, 'Zoom');
  return {
    ...(panTilt === undefined ? {} : panTiltOf(panTilt, meaning)),
    ...(zoom === undefined ? {} : { [zoomOf(channel)]: numberOf(zoom, 'x') * zoomScale[meaning] }),
  };
}

function panTiltOf(element: Element, meaning: Meaning): Partial<Pose> {
  const requested = element.attributes.space;
  const spaces = panTiltSpaces[meaning];
  const space = requested ? spaces.find(([name]) => requested === `${PAN_TILT_SPACES}/${name}`) : spaces[0];
  if (space === undefined) throw new SoapFault(`no space ${requested}`, ['ter:InvalidArgVal', 'ter:SpaceNotSupported']);
  const [, scale] = space;
  return { pan: numberOf(element, 'x') * scale.pan, tilt: numberOf(element, 'y') * scale.tilt };
}

function numberOf({ attributes }: Element, name: string): number {
  const value = Number(attributes[name] ?? Number.NaN);
  if (!Number.isFinite(value)) throw new SoapFault(`${name} is no number`, ['ter:InvalidArgVal']);
  return value;
}

/** Whether the target is within the range of the motors. The tolerance allows for the client's rounding. */
function isReachable(target: Partial<Pose>): boolean {
  const tolerance = 1e-6;
  return (Object.entries(target) as [keyof Pose, number][]).every(
    ([axis, value]) => value >= motors[axis].least - tolerance && value <= motors[axis].most + tolerance,
  );
}

/** The head's position in the generic spaces. */
const positionXml = (pose: Pose, channel: Channel): string =>
  `<tt:PanTilt x="${pose.pan / HALF_TURN.pan}" y="${pose.tilt / HALF_TURN.tilt}" space="${GENERIC_POSITION}"/><tt:Zoom x="${pose[zoomOf(channel)]}" space="${GENERIC_ZOOM}"/>`;

/** Duration of a continuous move without a timeout, seconds. */
const DEFAULT_TIMEOUT_SECONDS = 10;

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

/** All spaces with their ranges in the order of the schema: position, translation, velocity, speed, each for pan and tilt and then for zoom. */
const supportedSpaces = MEANINGS.map((meaning) => {
  const [panTilt, zoom, zoomSpace] = elements[meaning];
  const turning = panTiltSpaces[meaning].map(([name, scale]) =>
    space(panTilt, `${PAN_TILT_SPACES}/${name}`, panTiltRanges(meaning, scale)),
  );
  return turning.join('') + space(zoom, `${ZOOM_SPACES}/${zoomSpace}`, range('X', ...zoomRange[meaning]));
}).join('');

/** The PTZ configuration of a profile. */
export const configuration = (element: string, channel: Channel): string =>
  `<${element} token="${channel}-ptz"><tt:Name>${channel}</tt:Name><tt:UseCount>1</tt:UseCount><tt:NodeToken>${channel}-head</tt:NodeToken>` +
  `<tt:DefaultAbsolutePantTiltPositionSpace>${GENERIC_POSITION}</tt:DefaultAbsolutePantTiltPositionSpace><tt:DefaultAbsoluteZoomPositionSpace>${GENERIC_ZOOM}</tt:DefaultAbsoluteZoomPositionSpace>` +
  `<tt:DefaultContinuousPanTiltVelocitySpace>${PAN_TILT_SPACES}/VelocityGenericSpace</tt:DefaultContinuousPanTiltVelocitySpace><tt:DefaultContinuousZoomVelocitySpace>${ZOOM_SPACES}/VelocityGenericSpace</tt:DefaultContinuousZoomVelocitySpace>` +
  `<tt:DefaultPTZSpeed><tt:PanTilt x="1" y="1" space="${PAN_TILT_SPACES}/GenericSpeedSpace"/><tt:Zoom x="1" space="${ZOOM_SPACES}/ZoomGenericSpeedSpace"/></tt:DefaultPTZSpeed><tt:DefaultPTZTimeout>PT${DEFAULT_TIMEOUT_SECONDS}S</tt:DefaultPTZTimeout>` +
  `<tt:PanTiltLimits><tt:Range><tt:URI>${GENERIC_POSITION}</tt:URI>${panTiltRanges('position', HALF_TURN)}</tt:Range></tt:PanTiltLimits><tt:ZoomLimits><tt:Range><tt:URI>${GENERIC_ZOOM}</tt:URI>${range('X', 0, 1)}</tt:Range></tt:ZoomLimits></${element}>`;
