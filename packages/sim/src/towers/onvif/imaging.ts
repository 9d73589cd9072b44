// ONVIF imaging service (ver20): the focus of each channel, and the iris of the visible one as part of its exposure.
import { CHANNELS } from '../../cameras/towers.ts';
import { type Channel, FOCUS, IRIS, type Mode, type Optics } from '../optics.ts';
import type { Operations, Service } from './service.ts';
import { type Element, find, SoapFault, textOf } from './soap.ts';

const MODES: readonly Mode[] = ['AUTO', 'MANUAL'];
const done = (operation: string): string => `<timg:${operation}Response/>`;

export const imagingOperations: Operations = {
  GetImagingSettings(service, request) {
    const { exposure, focusMode } = opticsOf(service, request);
    const light =
      exposure === null
        ? ''
        : `<tt:Exposure><tt:Mode>${exposure.mode()}</tt:Mode><tt:MinIris>${IRIS.least}</tt:MinIris><tt:MaxIris>${IRIS.most}</tt:MaxIris><tt:Iris>${exposure.iris()}</tt:Iris></tt:Exposure>`;
    return `<timg:GetImagingSettingsResponse><timg:ImagingSettings>${light}<tt:Focus><tt:AutoFocusMode>${focusMode()}</tt:AutoFocusMode><tt:DefaultSpeed>1</tt:DefaultSpeed></tt:Focus></timg:ImagingSettings></timg:GetImagingSettingsResponse>`;
  },
  SetImagingSettings(service, request) {
    const optics = opticsOf(service, request);
    const settings = find(request, 'ImagingSettings');
    // Both are read before either is applied, so that a refused value changes nothing.
    const light = lightOf(optics, find(settings, 'Exposure'));
    const focus = modeOf(textOf(settings, 'Focus', 'AutoFocusMode'));
    if (light !== null) optics.exposure?.set(light.mode, light.iris);
    if (focus !== null) optics.setFocusMode(focus);
    return done('SetImagingSettings');
  },
  GetOptions(service, request) {
    const { exposure } = opticsOf(service, request);
    const modes = (element: string): string => MODES.map((mode) => `<tt:${element}>${mode}</tt:${element}>`).join('');
    const light =
      exposure === null
        ? ''
        : `<tt:Exposure>${modes('Mode')}<tt:MinIris>${range(IRIS.least, IRIS.least)}</tt:MinIris><tt:MaxIris>${range(IRIS.most, IRIS.most)}</tt:MaxIris><tt:Iris>${range(IRIS.least, IRIS.most)}</tt:Iris></tt:Exposure>`;
    return `<timg:GetOptionsResponse><timg:ImagingOptions>${light}<tt:Focus>${modes('AutoFocusModes')}<tt:DefaultSpeed>${range(1, 1)}</tt:DefaultSpeed></tt:Focus></timg:ImagingOptions></timg:GetOptionsResponse>`;
  },
  GetMoveOptions(service, request) {
    opticsOf(service, request);
    const speed = (least: number): string => `<tt:Speed>${range(least, 1)}</tt:Speed>`;
    const way = FOCUS.most - FOCUS.least;
    return `<timg:GetMoveOptionsResponse><timg:MoveOptions><tt:Absolute><tt:Position>${range(FOCUS.least, FOCUS.most)}</tt:Position>${speed(0)}</tt:Absolute><tt:Relative><tt:Distance>${range(-way, way)}</tt:Distance>${speed(0)}</tt:Relative><tt:Continuous>${speed(-1)}</tt:Continuous></timg:MoveOptions></timg:GetMoveOptionsResponse>`;
  },
  Move(service, request) {
    const optics = opticsOf(service, request);
    const [absolute, relative, continuous] = ['Absolute', 'Relative', 'Continuous'].map((way) => find(request, 'Focus', way));
    if (absolute !== undefined) {
      const position = numberOf(absolute, 'Position');
      if (position < FOCUS.least || position > FOCUS.most) throw invalid(`no focus at ${position}`);
      optics.focusTo(position, speedOf(absolute));
    } else if (relative !== undefined) optics.focusTo(optics.focus() + numberOf(relative, 'Distance'), speedOf(relative));
    else if (continuous !== undefined) optics.sweepFocus(numberOf(continuous, 'Speed') * FOCUS.fastest);
    return done('Move');
  },
  Stop(service, request) {
    opticsOf(service, request).stopFocus();
    return done('Stop');
  },
  GetStatus(service, request) {
    const { focus, isFocusing } = opticsOf(service, request);
    return `<timg:GetStatusResponse><timg:Status><tt:FocusStatus20><tt:Position>${focus()}</tt:Position><tt:MoveStatus>${isFocusing() ? 'MOVING' : 'IDLE'}</tt:MoveStatus></tt:FocusStatus20></timg:Status></timg:GetStatusResponse>`;
  },
  GetServiceCapabilities: () =>
    '<timg:GetServiceCapabilitiesResponse><timg:Capabilities ImageStabilization="false" Presets="false"/></timg:GetServiceCapabilitiesResponse>',
};

const range = (least: number, most: number): string => `<tt:Min>${least}</tt:Min><tt:Max>${most}</tt:Max>`;
const invalid = (why: string): SoapFault => new SoapFault(why, ['ter:InvalidArgVal', 'ter:SettingsInvalid']);

/** A video source is a channel; its token is the channel's name. @throws SoapFault */
function opticsOf({ camera }: Service, request: Element): Optics {
  const token = textOf(request, 'VideoSourceToken');
  const channel: Channel | undefined = CHANNELS.find((one) => one === token);
  if (channel === undefined) throw new SoapFault(`no video source ${token ?? ''}`, ['ter:InvalidArgVal', 'ter:NoSource']);
  return camera.optics[channel];
}

/** The requested exposure; null: none. Manual mode without a number keeps the current iris. @throws SoapFault */
function lightOf({ exposure }: Optics, settings: Element | undefined): { readonly mode: Mode; readonly iris: number } | null {
  if (settings === undefined) return null;
  if (exposure === null) throw invalid('this eye has no iris');
  const mode = modeOf(textOf(settings, 'Mode')) ?? exposure.mode();
  const iris = find(settings, 'Iris') === undefined ? exposure.iris() : numberOf(settings, 'Iris');
  if (iris < IRIS.least || iris > IRIS.most) throw invalid(`no iris of ${iris} dB`);
  return { mode, iris };
}

function modeOf(text: string | undefined): Mode | null {
  if (text === undefined) return null;
  const mode = MODES.find((one) => one === text);
  if (mode === undefined) throw invalid(`no mode ${text}`);
  return mode;
}

function numberOf(element: Element, name: string): number {
  const text = textOf(element, name);
  const value = Number(text === '' ? Number.NaN : text);
  if (!Number.isFinite(value)) throw invalid(`${name} is no number`);
  return value;
}

/** In motor units a second; undefined: the request names no speed, and the motor runs at full speed. */
const speedOf = (element: Element): number | undefined =>
  find(element, 'Speed') === undefined ? undefined : numberOf(element, 'Speed') * FOCUS.fastest;
