import { burningPhase } from '@lookout/domain';
import { COMING_POLL_MS, comingBurnings } from '../../entities/burning/burnings.ts';
import { burningsEn, burningsZh } from '../../entities/burning/messages.ts';
import type { GlobePart } from '../../globe/part.ts';
import { fireReportEn, fireReportZh } from './messages.ts';

/** Today's and coming burnings, as 用火报备 lists them; polled while the layer is shown. */
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
      // What is drawn stays; the layer tree shows the failure and offers a retry.
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
    title: { zh: fireReportZh.layer, en: fireReportEn.layer },
    setVisible: (visible) => {
      isShown = visible;
      layer.show(visible);
      if (visible) begin();
      else end();
    },
  });
  if (isShown) begin();
  const stop = overlays.burnings.follow((list) => {
    const at = new Date(now());
    const shown = list.flatMap((burning) => {
      const phase = burningPhase(burning, at);
      return phase === 'over' ? [] : { burning, phase };
    });
    layer.set(
      shown.map(({ burning: { id, position, purpose, applicant, state }, phase }) => ({
        id,
        ...position,
        label: `${purposes[purpose]} ${applicant}`,
        look: state === 'pending' ? 'pending' : phase === 'burning' ? 'burning' : 'coming',
      })),
    );
    row.setState(shown.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: shown.length });
  });
  return () => {
    stop();
    end();
    row.remove();
  };
};
