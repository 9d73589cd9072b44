import { createSurface, demoRelief } from '@lookout/geo';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createWorldClock } from '../../clock.ts';
import { startTowers, type Towers } from '../start.ts';
import { aTower, gradientOf, NOON_MS } from '../testing.ts';
import { find, textOf } from './soap.ts';
import { soapClient } from './testing.ts';

// The tests compute terrain, possibly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const surface = createSurface(demoRelief());
const tower = aTower(surface);
let towers: Towers;
/** The tests advance this clock, so that no test waits for a motor. */
let nowMs = NOON_MS;
beforeAll(async () => {
  const onFault = (error: unknown): never => {
    throw error;
  };
  towers = await startTowers({
    host: '127.0.0.1',
    rtspPort: 0,
    onvifPort: 0,
    wallClock: () => nowMs,
    towers: [tower],
    surface,
    clock: createWorldClock(() => nowMs, 1),
    fires: () => [],
    onFault,
  });
});
afterAll(() => towers.stop());

const { call } = soapClient(
  () => towers.addressOf(tower).onvif,
  () => nowMs,
);
type Eye = 'visible' | 'thermal';
const imaging = (operation: string, inner = '', eye: string = 'visible') =>
  call('imaging', `<${operation}><VideoSourceToken>${eye}</VideoSourceToken>${inner}</${operation}>`);
const set = (inner: string, eye: Eye = 'visible') => imaging('SetImagingSettings', `<ImagingSettings>${inner}</ImagingSettings>`, eye);
const lumaOf = (eye: Eye): Uint8Array => {
  const camera = towers.cameras.get(tower.code);
  if (!camera) throw new Error('no camera');
  return camera.shoot(eye).y.slice();
};
async function status(eye: Eye = 'visible') {
  const { body } = await imaging('GetStatus', '', eye);
  const focus = find(body, 'Status', 'FocusStatus20');
  return { at: Number(textOf(focus, 'Position')), state: textOf(focus, 'MoveStatus') };
}

test.each(['visible', 'thermal'] as const)(
  'The %s picture blurs when its focus is moved, and becomes sharp again by auto focus',
  async (eye) => {
    const sharp = gradientOf(lumaOf(eye));
    expect((await imaging('Move', '<Focus><Continuous><Speed>-1</Speed></Continuous></Focus>', eye)).status).toBe(200);
    nowMs += 500;
    expect(await status(eye)).toEqual({ at: expect.closeTo(0.6, 5), state: 'MOVING' });
    await imaging('Stop', '', eye);
    nowMs += 60_000;
    expect((await status(eye)).state).toBe('IDLE');
    expect(gradientOf(lumaOf(eye))).toBeLessThan(0.5 * sharp);
    await set('<Focus><AutoFocusMode>AUTO</AutoFocusMode></Focus>', eye);
    nowMs += 2_000;
    expect(gradientOf(lumaOf(eye))).toBeGreaterThan(0.95 * sharp);
  },
);

test('the focus moves to a position or by a distance; a manual move ends auto focus', async () => {
  await imaging('Move', '<Focus><Absolute><Position>0</Position><Speed>1</Speed></Absolute></Focus>');
  nowMs += 10_000;
  expect(await status()).toEqual({ at: 0, state: 'IDLE' });
  await imaging('Move', '<Focus><Relative><Distance>0.25</Distance></Relative></Focus>');
  nowMs += 10_000;
  expect(await status()).toEqual({ at: 0.25, state: 'IDLE' });
  const mode = async () => textOf((await imaging('GetImagingSettings')).body, 'ImagingSettings', 'Focus', 'AutoFocusMode');
  expect(await mode()).toBe('MANUAL');
  await set('<Focus><AutoFocusMode>AUTO</AutoFocusMode></Focus>');
  nowMs += 10_000;
  expect([await mode(), (await status()).at]).toEqual(['AUTO', 0.9]);
});

test('the iris darkens and brightens the visible picture, and auto exposure restores it', async () => {
  const mean = (): number => lumaOf('visible').reduce((sum, value) => sum + value, 0) / (640 * 360);
  const right = mean();
  await set('<Exposure><Mode>MANUAL</Mode><Iris>24</Iris></Exposure>');
  const settings = await imaging('GetImagingSettings');
  expect(textOf(settings.body, 'ImagingSettings', 'Exposure', 'Iris')).toBe('24');
  expect(mean()).toBeLessThan(0.5 * right);
  await set('<Exposure><Mode>MANUAL</Mode><Iris>0</Iris></Exposure>');
  expect(mean()).toBeGreaterThan(1.15 * right);
  await set('<Exposure><Mode>AUTO</Mode></Exposure>');
  expect(Math.abs(mean() - right)).toBeLessThan(1);
});

test('The options list the abilities of a channel: the thermal channel has a focus and no iris', async () => {
  const options = async (eye: Eye) => find((await imaging('GetOptions', '', eye)).body, 'ImagingOptions');
  expect(textOf(await options('visible'), 'Exposure', 'Iris', 'Max')).toBe('24');
  expect((await options('thermal'))?.children.map(({ name }) => name)).toEqual(['Focus']);
  const moves = find((await imaging('GetMoveOptions')).body, 'MoveOptions');
  expect(moves?.children.map(({ name }) => name)).toEqual(['Absolute', 'Relative', 'Continuous']);
});

test.each([
  ['no such source', 'GetStatus', '', 'x', 'ter:NoSource'],
  [
    'an iris that the channel does not have',
    'SetImagingSettings',
    '<ImagingSettings><Exposure><Iris>3</Iris></Exposure></ImagingSettings>',
    'thermal',
    'ter:SettingsInvalid',
  ],
  [
    'an iris beyond its end',
    'SetImagingSettings',
    '<ImagingSettings><Exposure><Iris>25</Iris></Exposure></ImagingSettings>',
    'visible',
    'ter:SettingsInvalid',
  ],
  ['a focus beyond its end', 'Move', '<Focus><Absolute><Position>2</Position></Absolute></Focus>', 'visible', 'ter:SettingsInvalid'],
  ['no number', 'Move', '<Focus><Continuous><Speed>fast</Speed></Continuous></Focus>', 'visible', 'ter:SettingsInvalid'],
  [
    'no such mode',
    'SetImagingSettings',
    '<ImagingSettings><Focus><AutoFocusMode>ONCE</AutoFocusMode></Focus></ImagingSettings>',
    'visible',
    'ter:SettingsInvalid',
  ],
])('%s is a fault with its code, and changes nothing', async (_, operation, inner, eye, code) => {
  const before = (await imaging('GetImagingSettings')).text;
  const { status: http, text } = await imaging(operation, inner, eye);
  expect([http, text.includes(code)]).toEqual([400, true]);
  expect((await imaging('GetImagingSettings')).text).toBe(before);
});
