// The page of hazard points for component tests.

import { type Desk, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import type { Wire } from '@lookout/web/app/testing/wire.ts';
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { contract } from '../../contract.ts';
import { GeologicHazardPage } from './index.tsx';

const { hazards } = contract;
const OWN = { gridNo: OFFICER.gridNo, gridName: OFFICER.gridName };

/** 地质灾害 over the flat map, with an empty list. @param answer further answers, before the page asks */
export async function openHazards(search = '', answer: (wire: Wire) => void = () => undefined): Promise<Desk> {
  const desk = openDesk({ at: `/manage/GeologicHazard${search}` });
  const { wire } = desk;
  const { auth, baseMaps, grids, layers, resources, burnings, duty, knownHeat } = contract;
  answerOwnGrid(wire);
  wire.on(auth.userArea, () => ({ ...OWN, areasPoint: null, centerLocationPoint: null, approximate: false }));
  wire.on(grids.areaData, () => []);
  wire.on(baseMaps.baseMapList, () => []);
  wire.on(layers.layerList, () => []);
  wire.on(layers.sceneList, () => []);
  wire.on(resources.resourceList, () => []);
  wire.on(resources.counts, () => []);
  wire.on(duty.weatherNow, () => []);
  wire.on(burnings.burningList, () => []);
  wire.on(knownHeat.knownHeatList, () => []);
  wire.on(knownHeat.mapMaskList, () => []);
  wire.on(hazards.hazardList, () => []);
  wire.on(hazards.hazardPage, () => ({ total: 0, pageNo: 1, pageSize: 20, list: [] }));
  wire.onPath('/terrain/meta', () => new Response(null, { status: 404 }));
  answer(wire);
  desk.show(<GeologicHazardPage />);
  await waitFor(() => expect(document.querySelector('.globe-stage[data-state="ready"]')).not.toBeNull());
  return desk;
}
