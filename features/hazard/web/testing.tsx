// The page of hazard points for component tests.

import { type Desk, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import type { Wire } from '@lookout/web/app/testing/wire.ts';
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { contract } from '../../contract.ts';
import { HazardPage } from './index.tsx';

const { hazard } = contract;
const OWN = { gridNo: OFFICER.gridNo, gridName: OFFICER.gridName };

/** Opens 地质灾害 over the flat map, with an empty list. @param answer sets further replies before the page sends its requests */
export async function openHazards(search = '', answer: (wire: Wire) => void = () => undefined): Promise<Desk> {
  const desk = openDesk({ at: `/manage/GeologicHazard${search}` });
  const { wire } = desk;
  const { auth, baseMap, grid, mapLayer, resource, burning, duty, knownHeat } = contract;
  answerOwnGrid(wire);
  wire.on(auth.userArea, () => ({ ...OWN, areasPoint: null, centerLocationPoint: null, approximate: false }));
  wire.on(grid.areaData, () => []);
  wire.on(baseMap.baseMapList, () => []);
  wire.on(mapLayer.layerList, () => []);
  wire.on(mapLayer.sceneList, () => []);
  wire.on(resource.resourceList, () => []);
  wire.on(resource.counts, () => []);
  wire.on(duty.weatherNow, () => []);
  wire.on(burning.burningList, () => []);
  wire.on(knownHeat.knownHeatList, () => []);
  wire.on(knownHeat.mapMaskList, () => []);
  wire.on(hazard.hazardList, () => []);
  wire.on(hazard.hazardPage, () => ({ total: 0, pageNo: 1, pageSize: 20, list: [] }));
  wire.onPath('/terrain/meta', () => new Response(null, { status: 404 }));
  answer(wire);
  desk.show(<HazardPage />);
  await waitFor(() => expect(document.querySelector('.globe-stage[data-state="ready"]')).not.toBeNull());
  return desk;
}
