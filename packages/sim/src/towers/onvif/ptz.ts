// ONVIF PTZ service (ver20): the head turns for both eyes, each profile has its own zoom.

import { CHANNELS } from '../../cameras/towers.ts';
import type { Preset } from '../camera.ts';
import { PAN_TILT, zoomOf } from '../head.ts';
import type { Channel } from '../lens.ts';
import { configuration, DEFAULT_TIMEOUT_SECONDS, isReachable, positionXml, supportedSpaces, vectorOf } from './ptz-spaces.ts';
import { type Operations, profileOf, type Service } from './service.ts';
import { SoapFault } from './soap.ts';
import { type Element, escaped, find, textOf } from './xml.ts';

const MOST_PRESETS = 255;
/** Lamp, wiper and the like; what follows the bar is on or off. */
const AUXILIARIES = ['tt:Wiper', 'tt:IRLamp', 'tt:Washer', 'Light', 'Fan', 'Heater'] as const;

const done = (operation: string): string => `<tptz:${operation}Response/>`;

export const ptzOperations: Operations = {
  GetNodes: () => `<tptz:GetNodesResponse>${CHANNELS.map((channel) => node(channel)).join('')}</tptz:GetNodesResponse>`,
  GetNode(_, told) {
    const token = textOf(told, 'NodeToken');
    const channel = CHANNELS.find((one) => `${one}-head` === token);
    if (channel === undefined) throw new SoapFault('no such node', ['ter:InvalidArgVal', 'ter:NoEntity']);
    return `<tptz:GetNodeResponse>${node(channel)}</tptz:GetNodeResponse>`;
  },
  GetConfigurations: () =>
    `<tptz:GetConfigurationsResponse>${CHANNELS.map((channel) => configuration('tptz:PTZConfiguration', channel)).join('')}</tptz:GetConfigurationsResponse>`,
  GetConfiguration: (_, told) =>
    `<tptz:GetConfigurationResponse>${configuration('tptz:PTZConfiguration', configured(told, 'PTZConfigurationToken'))}</tptz:GetConfigurationResponse>`,
  GetConfigurationOptions(_, told) {
    configured(told, 'ConfigurationToken');
    return `<tptz:GetConfigurationOptionsResponse><tptz:PTZConfigurationOptions><tt:Spaces>${supportedSpaces}</tt:Spaces><tt:PTZTimeout><tt:Min>PT1S</tt:Min><tt:Max>PT300S</tt:Max></tt:PTZTimeout></tptz:PTZConfigurationOptions></tptz:GetConfigurationOptionsResponse>`;
  },
  AbsoluteMove({ camera }, told) {
    const channel = profileOf(told);
    const target = vectorOf(find(told, 'Position'), 'position', channel);
    if (!isReachable(target)) throw new SoapFault('out of reach', ['ter:InvalidArgVal', 'ter:InvalidPosition']);
    camera.head.goTo(target, vectorOf(find(told, 'Speed'), 'speed', channel));
    return done('AbsoluteMove');
  },
  RelativeMove({ camera }, told) {
    const channel = profileOf(told);
    const pose = camera.head.pose();
    const by = vectorOf(find(told, 'Translation'), 'translation', channel);
    const target = Object.fromEntries((Object.keys(by) as (keyof typeof by)[]).map((axis) => [axis, pose[axis] + (by[axis] ?? 0)]));
    camera.head.goTo(target, vectorOf(find(told, 'Speed'), 'speed', channel));
    return done('RelativeMove');
  },
  ContinuousMove({ camera }, told) {
    const rates = vectorOf(find(told, 'Velocity'), 'velocity', profileOf(told));
    camera.head.sweep(rates, 1_000 * secondsOf(textOf(told, 'Timeout')));
    return done('ContinuousMove');
  },
  Stop({ camera }, told) {
    const channel = profileOf(told);
    // What is not named stops too; only a plain "false" lets it go on.
    if (textOf(told, 'PanTilt') !== 'false') camera.head.stop(PAN_TILT);
    if (textOf(told, 'Zoom') !== 'false') camera.head.stop([zoomOf(channel)]);
    return done('Stop');
  },
  GetStatus({ camera, clock }, told) {
    const channel = profileOf(told);
    const stateOf = (isMoving: boolean): string => (isMoving ? 'MOVING' : 'IDLE');
    const { head } = camera;
    return `<tptz:GetStatusResponse><tptz:PTZStatus><tt:Position>${positionXml(head.pose(), channel)}</tt:Position><tt:MoveStatus><tt:PanTilt>${stateOf(head.isMoving(PAN_TILT))}</tt:PanTilt><tt:Zoom>${stateOf(head.isMoving([zoomOf(channel)]))}</tt:Zoom></tt:MoveStatus><tt:UtcTime>${new Date(clock()).toISOString()}</tt:UtcTime></tptz:PTZStatus></tptz:GetStatusResponse>`;
  },
  GetPresets({ camera }, told) {
    const channel = profileOf(told);
    return `<tptz:GetPresetsResponse>${[...camera.presets]
      .map(
        ([token, { name, pose }]) =>
          `<tptz:Preset token="${escaped(token)}"><tt:Name>${escaped(name)}</tt:Name><tt:PTZPosition>${positionXml(pose, channel)}</tt:PTZPosition></tptz:Preset>`,
      )
      .join('')}</tptz:GetPresetsResponse>`;
  },
  SetPreset({ camera }, told) {
    profileOf(told);
    const { presets } = camera;
    const token = textOf(told, 'PresetToken') || freeToken(presets);
    if (!presets.has(token) && presets.size >= MOST_PRESETS)
      throw new SoapFault('too many presets', ['ter:Action', 'ter:TooManyPresets'], 500);
    const name = textOf(told, 'PresetName') || presets.get(token)?.name || token;
    presets.set(token, { name, pose: camera.head.pose() });
    return `<tptz:SetPresetResponse><tptz:PresetToken>${escaped(token)}</tptz:PresetToken></tptz:SetPresetResponse>`;
  },
  GotoPreset(service, told) {
    const channel = profileOf(told);
    const [, { pose }] = presetOf(service, told);
    service.camera.head.goTo(pose, vectorOf(find(told, 'Speed'), 'speed', channel));
    return done('GotoPreset');
  },
  RemovePreset(service, told) {
    profileOf(told);
    const [token] = presetOf(service, told);
    service.camera.presets.delete(token);
    return done('RemovePreset');
  },
  SendAuxiliaryCommand({ camera }, told) {
    profileOf(told);
    const command = textOf(told, 'AuxiliaryData') ?? '';
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

function configured(told: Element, element: string): Channel {
  const token = textOf(told, element);
  const channel = CHANNELS.find((one) => `${one}-ptz` === token);
  if (channel === undefined) throw new SoapFault('no such configuration', ['ter:InvalidArgVal', 'ter:NoConfig']);
  return channel;
}

function presetOf({ camera }: Service, told: Element): [token: string, preset: Preset] {
  const token = textOf(told, 'PresetToken') ?? '';
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
