// The look of the ground as rows of the layer tree.
import type { GlobePart } from '../part.ts';
import { layersEn, layersZh } from './messages.ts';

const CHOICES = ['shading', 'contours', 'heightColours'] as const;

export const ground: GlobePart = ({ map, globe, terrain, services: { layers } }) => {
  let look = map.USUAL_GROUND_LOOK;
  const rows = CHOICES.map((choice) =>
    layers.register({
      ...{ id: `ground.${choice}`, group: 'ground', title: { zh: layersZh.rows[choice], en: layersEn.rows[choice] } },
      visible: map.USUAL_GROUND_LOOK[choice],
      setVisible: (visible) => {
        look = { ...look, [choice]: visible };
        globe.setGroundLook(look);
      },
    }),
  );
  if (terrain !== null && terrain.imageryUrl !== null) {
    let imagery = { visible: true, opacity: 1 };
    const set = (next: Partial<typeof imagery>): void => {
      imagery = { ...imagery, ...next };
      globe.setImageryLook(imagery);
    };
    rows.push(
      layers.register({
        ...{ id: 'ground.imagery', group: 'ground', title: { zh: layersZh.rows.imagery, en: layersEn.rows.imagery } },
        ...imagery,
        setVisible: (visible) => set({ visible }),
        setOpacity: (opacity) => set({ opacity }),
      }),
    );
  }
  return () => {
    for (const row of rows) row.remove();
  };
};
