import { type GridNo, levelOf, parseGridNo } from '@lookout/domain';
import { createAreaCache, type FarLevel, featuresInParts, loadFarAreas } from '@lookout/web/globe/areas.ts';
import type { GlobePart } from '@lookout/web/globe/part.ts';
import { RISK_COLOURS } from '@lookout/web/shared/tokens.ts';
import type { GridFireLevel } from '../fire-weather.ts';
import { dangerShownOf } from '../parts/danger-grid/danger-grid-part.ts';
import { riskMark } from '../parts/risk-mark.ts';
import { riskEn, riskZh } from './messages.ts';

/** Beyond this count labels show only the level, without names. */
const MOST_NAMES = 40;

/** Draws the fire-risk levels of the day that 火险等级 shows, on the areas whose boundaries are loaded. */
export const risk: GlobePart = ({ map, globe, services, window, isMounted }) => {
  const { client, session, overlays, layers, now } = services;
  const layer = map.mountRisk(globe, overlays.isRiskOnWhole.set);
  const grid = dangerShownOf(services);
  let opacity = layer.opacity;
  // The area colours mixed with the cell colours of 火险格网 would give colours that represent no level, so only the numbers remain.
  const hasCells = (): boolean => grid.getState().isShown && grid.getState().pictures.length > 0;
  const colour = () => layer.setOpacity(hasCells() ? 0 : opacity);
  let hadCells = false;
  const stopGrid = grid.subscribe(() => {
    if (hasCells() === hadCells) return;
    hadCells = !hadCells;
    colour();
  });
  const row = layers.register({
    id: 'fire-risk',
    group: 'weather',
    visible: true,
    setVisible: layer.show,
    opacity: layer.opacity,
    setOpacity: (next) => {
      opacity = next;
      colour();
    },
    title: { zh: riskZh.layer, en: riskEn.layer },
  });
  const gridNo = parseGridNo(session.get().info?.userDTO.gridNo);
  // The simplified outlines are sufficient for colours; a separate layer draws the exact borders.
  const cache = createAreaCache(window.localStorage, now);
  const requested = new Set<FarLevel>();
  const pause = () => new Promise<void>((resolve) => window.setTimeout(resolve));
  const addAreas = async (no: GridNo, level: FarLevel): Promise<void> => {
    for await (const areas of featuresInParts(await loadFarAreas(client, cache, no, level), pause)) {
      if (!isMounted()) return;
      layer.addAreas(areas);
    }
    show();
  };
  const needAreas = (wanted: readonly FarLevel[]) => {
    for (const level of wanted) {
      if (gridNo === null || requested.has(level)) continue;
      requested.add(level);
      addAreas(gridNo, level).catch(() => {
        // Without boundaries only the numbers are drawn; opening the tab again retries.
        requested.delete(level);
      });
    }
  };
  let shown: readonly GridFireLevel[] = [];
  const show = () =>
    layer.set(
      shown.map(({ gridNo: no, gridName, level, centre }) => ({
        gridNo: no,
        isWhole: no === gridNo,
        colour: RISK_COLOURS[level].fill,
        ink: RISK_COLOURS[level].ink,
        level: riskMark(level),
        name: shown.length > MOST_NAMES ? null : gridName,
        at: centre,
      })),
    );
  const stop = overlays.risk.follow((levels) => {
    needAreas([...new Set(levels.flatMap(({ gridNo: no }) => farLevelOf(no) ?? []))]);
    shown = levels;
    show();
    row.setState(levels.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: levels.length });
  });
  return () => {
    stop();
    stopGrid();
    row.remove();
  };
};

const farLevelOf = (no: GridNo): FarLevel | null => {
  const level = levelOf(no);
  if (level === 'nation') return null;
  return level === 'province' || level === 'prefecture' ? 'prefectures' : 'counties';
};
