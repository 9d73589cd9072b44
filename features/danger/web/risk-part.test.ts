import type { GridPicture } from '@lookout/map/layers/grid-pictures.ts';
import type { PartContext } from '@lookout/web/globe/part.ts';
import { createLayerRegistry } from '@lookout/web/stores/layer-registry.ts';
import { expect, it, vi } from 'vitest';
import type { RiskOnMap } from '../layer/risk-layer.ts';
import { dangerShownOf } from '../parts/danger-grid/danger-grid-part.ts';
import { risk } from './risk-part.ts';

const PICTURE = { id: '513200 2026-11-28 level', columns: 1, rows: 1, box: [103, 31, 104, 32], image: '' } satisfies GridPicture;

it('no area is coloured under the cells of 火险格网, whatever opacity is chosen meanwhile; without the cells all areas have the chosen opacity', () => {
  const setOpacity = vi.fn<RiskOnMap['setOpacity']>();
  const layer: RiskOnMap = { addAreas: vi.fn(), set: vi.fn(), setOpacity, show: vi.fn(), opacity: 0.45 };
  const layers = createLayerRegistry({ getItem: () => null, setItem: () => undefined }, () => 'a');
  const session = { get: () => ({ token: 't', accid: 'a', info: null }), subscribe: () => () => undefined };
  const overlays = { isRiskOnWhole: { set: vi.fn() }, risk: { follow: () => () => undefined } };
  const services = { session, overlays, layers, client: {}, now: () => 0 };
  const stop = risk({
    map: { mountRisk: () => layer },
    globe: {},
    services,
    window: { localStorage: {} },
    isMounted: () => true,
  } as unknown as PartContext);
  const grid = dangerShownOf(services as unknown as PartContext['services']);

  // Switched on, but the image is not loaded yet.
  grid.setState({ isShown: true });
  expect(setOpacity).not.toHaveBeenCalled();
  grid.setState({ pictures: [PICTURE] });
  expect(setOpacity).toHaveBeenLastCalledWith(0);
  layers.setOpacity('fire-risk', 0.8);
  expect(setOpacity).toHaveBeenLastCalledWith(0);
  grid.setState({ isShown: false });
  expect(setOpacity).toHaveBeenLastCalledWith(0.8);
  const calls = setOpacity.mock.calls.length;
  stop();
  grid.setState({ isShown: true });
  expect(setOpacity).toHaveBeenCalledTimes(calls);
});
