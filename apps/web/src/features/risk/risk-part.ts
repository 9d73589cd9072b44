import { parseGridNo } from '@lookout/domain';
import { createAreaCache, featuresOf, loadAreas } from '../../globe/areas.ts';
import type { GlobePart } from '../../globe/part.ts';
import { RISK_COLOURS } from '../../shared/tokens.ts';
import { riskEn, riskZh } from './messages.ts';

/** Beyond this count labels show only the level, without names. */
const MOST_NAMES = 40;

/** The fire-risk levels of the day that 火险等级 shows, on the areas whose boundaries the globe has. */
export const risk: GlobePart = ({ map, globe, services: { client, session, overlays, layers, now }, window, isMounted }) => {
  const layer = map.mountRisk(globe, overlays.isRiskOnWhole.set);
  const row = layers.register({
    id: 'fire-risk',
    group: 'weather',
    visible: true,
    setVisible: layer.show,
    opacity: layer.opacity,
    setOpacity: layer.setOpacity,
    title: { zh: riskZh.layer, en: riskEn.layer },
  });
  const gridNo = parseGridNo(session.get().info?.userDTO.gridNo);
  let hasAreas = false;
  const needAreas = () => {
    if (hasAreas || gridNo === null) return;
    hasAreas = true;
    loadAreas(client, createAreaCache(window.localStorage, now), gridNo).then(
      (rows) => {
        if (isMounted()) layer.setAreas(featuresOf(rows));
      },
      // Without boundaries only the numbers are drawn; opening the tab again retries.
      () => {
        hasAreas = false;
      },
    );
  };
  const stop = overlays.risk.follow((levels) => {
    if (levels.length > 0) needAreas();
    layer.set(
      levels.map(({ gridNo: no, gridName, level, centre }) => ({
        gridNo: no,
        isWhole: no === gridNo,
        colour: RISK_COLOURS[level].fill,
        ink: RISK_COLOURS[level].ink,
        level: String(level),
        name: levels.length > MOST_NAMES ? null : gridName,
        at: centre,
      })),
    );
    row.setState(levels.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: levels.length });
  });
  return () => {
    stop();
    row.remove();
  };
};
