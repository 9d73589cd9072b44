import type { Named } from '@lookout/domain';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { type Burning, type BurningPhase, burningPhase } from '../burning.ts';
import type { BurningLook } from '../layer/burning-looks.ts';
import { COMING_POLL_MS, comingBurnings } from '../parts/burnings.ts';
import { burningsEn, burningsZh } from '../parts/messages.ts';
import { burningPageEn, burningPageZh } from './messages.ts';

/** Today's and coming burnings, polled while the layer is shown. While the map of 用火报备 is open, its rows are drawn instead. */
export const burnings: GlobePart = ({ map, globe, services: { client, overlays, layers, now }, window, isMounted }) => {
  const { purposes } = { zh: burningsZh, en: burningsEn }[globe.language];
  const layer = map.mountBurnings(globe);
  let timer: number | null = null;
  let isShown = true;
  const ask = async (): Promise<void> => {
    try {
      const list = await comingBurnings(client, now());
      if (isMounted()) overlays.burnings.set(list);
    } catch {
      // The marks already drawn remain. The layer tree shows the failure and offers a retry.
      if (isMounted()) row.setState({ kind: 'failed', retry: () => void ask() });
    }
  };
  const end = () => {
    if (timer !== null) window.clearInterval(timer);
    timer = null;
  };
  const begin = () => {
    if (timer !== null) return;
    timer = window.setInterval(() => void ask(), COMING_POLL_MS);
    void ask();
  };
  const row = layers.register({
    id: 'burnings',
    group: 'people',
    visible: true,
    title: { zh: burningPageZh.layer, en: burningPageEn.layer },
    setVisible: (visible) => {
      isShown = visible;
      layer.show(visible);
      if (visible) begin();
      else end();
    },
  });
  if (isShown) begin();
  const draw = () => {
    const at = new Date(now());
    const listed = overlays.listedBurnings.get();
    const shown = listed ?? overlays.burnings.get().filter((burning) => burningPhase(burning, at) !== 'over');
    layer.set(
      shown.map((burning) => ({
        id: burning.id,
        ...burning.position,
        label: `${purposes[burning.purpose]} ${burning.applicant}`,
        look: lookOf(burning, at),
      })),
    );
    row.setState(shown.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: shown.length });
  };
  const stops = [overlays.burnings.follow(draw), overlays.listedBurnings.follow(draw)];
  return () => {
    for (const stop of stops) stop();
    end();
    row.remove();
  };
};

const PHASES: Readonly<Record<BurningPhase, BurningLook>> = { before: 'coming', burning: 'burning', over: 'over' };

/** The appearance of a burning's mark, by its state. */
export function lookOf(burning: Named<Burning>, at: Date): BurningLook {
  if (burning.state !== 'approved') return burning.state;
  return PHASES[burningPhase(burning, at) ?? 'before'];
}
