// Monitoring points with their cameras, one row a channel: 监控点编号 + 设备编号 + 通道 is the key.
import { randomUUID } from 'node:crypto';
import { codedError } from '@lookout/contract';
import { NATION } from '@lookout/domain';
import type { Camera, MonitoringPoint } from '@lookout/features/camera/camera.ts';
import { deviceFaults, ownedElsewhere } from '@lookout/features/camera/service/ownership.ts';
import { type Gazetteer, loadGazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import type { Repositories, Store } from '@lookout/features/store.ts';
import type { Table, TableShape } from '@lookout/ingest';
import { appendUnpublished, cameraEvents, monitoringPointSaved } from '../services/installation-events.ts';
import type { ImportKind } from './kind.ts';
import {
  batchAudit,
  type Cells,
  IMPORT_ORIGIN,
  isCellFault,
  openTable,
  type Read,
  type RowFault,
  readingCells,
  reportOf,
  withPhones,
  writeBatches,
} from './table-import.ts';

export const cameraShape: TableShape = {
  columns: [
    { name: '监控点编号', required: true },
    { name: '监控点名称', required: true },
    { name: '经度', required: true },
    { name: '纬度', required: true },
    { name: '海拔' },
    { name: '塔高' },
    { name: '区县' },
    { name: '乡镇' },
    { name: '负责人' },
    { name: '负责人电话' },
    { name: '说明' },
    { name: '监控半径' },
    { name: '设备编号', required: true },
    { name: '通道' },
    { name: '摄像头名称', required: true },
    { name: '摄像头类型' },
    { name: '厂商' },
    { name: '北向修正' },
  ],
};

/** A monitoring point from its rows, which must all agree. */
type Point = Omit<MonitoringPoint, 'id' | 'online' | 'horizontalAngleDegrees'> & { readonly resourceCode: string };
type Channel = Pick<Camera, 'deviceId' | 'channelNum' | 'name' | 'cameraType' | 'manufacturer' | 'northCorrectionDegrees'>;
interface Tower {
  readonly point: Point;
  readonly channels: { readonly line: number; readonly channel: Channel }[];
}

export const importCameras: ImportKind = async (file, { store, clock, print, gazetteer = () => loadGazetteer(store) }) => {
  const table = await openTable(file, cameraShape);
  print(`读到 ${table.rows.length} 行`);
  const stored = await storedOf(store);
  const { towers, faults } = towersOf(table, await gazetteer(), stored);
  let lines = 0;
  await writeBatches(
    towers,
    async (tx, batch) => {
      const written = await write(tx, batch, stored, clock());
      faults.push(...written.faults);
      if (written.monitoringPoints + written.cameras > 0)
        await tx.audit.append([
          batchAudit('import-cameras', file, {
            monitoringPoints: written.monitoringPoints,
            cameras: written.cameras,
            lines: written.lines,
          }),
        ]);
      lines += written.lines;
      return written.lines;
    },
    { store, print },
  );
  const refused = new Set(faults.map(({ line }) => line));
  const good = towers.map(({ item, lines: all }) => ({ item, lines: all.filter((line) => !refused.has(line)) }));
  return reportOf(table, good, { lines }, faults);
};

interface Stored {
  readonly monitoringPoints: ReadonlyMap<string, MonitoringPoint>;
  /** Keyed by device and channel. */
  readonly cameras: ReadonlyMap<string, Camera>;
}

const EVERY = 1_000_000;
const keyOf = ({ deviceId, channelNum }: Pick<Camera, 'deviceId' | 'channelNum'>) => `${deviceId} 通道 ${channelNum}`;

async function storedOf({ monitoringPoints, cameras }: Pick<Store, 'monitoringPoints' | 'cameras'>): Promise<Stored> {
  const [points, channels] = await Promise.all([
    monitoringPoints.list(NATION, {}, { limit: EVERY }),
    cameras.list(NATION, {}, { limit: EVERY }),
  ]);
  return {
    monitoringPoints: new Map(points.list.flatMap((point) => (point.resourceCode === null ? [] : [[point.resourceCode, point] as const]))),
    cameras: new Map(channels.list.map((camera) => [keyOf(camera), camera])),
  };
}

function towersOf(table: Table, gazetteer: Gazetteer, stored: Stored): { towers: Read<Tower>[]; faults: RowFault[] } {
  const towers = new Map<string, Read<Tower> & { lines: number[] }>();
  const seen = new Map<string, number>();
  const faults: RowFault[] = [];
  for (const row of table.rows) {
    const outcome = readingCells(row, (cells) => {
      const point = pointOf(cells, gazetteer);
      const channel = channelOf(cells);
      const key = keyOf(channel);
      const twice = seen.get(key);
      if (twice !== undefined) cells.refuse('设备编号', 'same-row-before', { row: twice, key });
      const camera = stored.cameras.get(key);
      if (camera && camera.monitoringPointId !== (stored.monitoringPoints.get(point.resourceCode)?.id ?? '')) {
        cells.refuse('设备编号', 'device-of-other-monitoring-point', { key });
      }
      const tower = towers.get(point.resourceCode);
      if (tower && JSON.stringify(tower.item.point) !== JSON.stringify(point)) {
        cells.refuse('监控点编号', 'monitoring-point-differs', { row: tower.lines[0] ?? 0 });
      }
      return { point, channel, key };
    });
    if (isCellFault(outcome)) {
      faults.push({ line: row.line, ...outcome });
      continue;
    }
    const { point, channel, key } = outcome;
    seen.set(key, row.line);
    const tower = towers.get(point.resourceCode) ?? { lines: [], item: { point, channels: [] } };
    tower.lines.push(row.line);
    tower.item.channels.push({ line: row.line, channel });
    towers.set(point.resourceCode, tower);
  }
  return { towers: [...towers.values()], faults };
}

function pointOf(cells: Cells, gazetteer: Gazetteer): Point {
  const position = cells.position('经度', '纬度');
  const [leaderPhone = null, ...otherPhones] = cells.phones('负责人电话');
  const gridNo = gazetteer.gridAt(position, null) ?? cells.refuse('经度', 'outside-china');
  return {
    name: cells.text('监控点名称', 64),
    resourceCode: cells.text('监控点编号', 64),
    districtName: cells.optional('区县', 64),
    streetName: cells.optional('乡镇', 64),
    gridNo,
    position,
    groundHeightMetres: cells.number('海拔', -500, 9000),
    towerHeightMetres: cells.number('塔高', 0, 1000),
    leaderName: cells.optional('负责人', 64),
    leaderPhone,
    description: withPhones(cells.optional('说明', 500), '负责人其他电话', otherPhones),
    rangeMetres: cells.number('监控半径', 0, 100_000),
  };
}

function channelOf(cells: Cells): Channel {
  const channelNum = cells.number('通道', 0, 10_000) ?? 1;
  if (!Number.isInteger(channelNum)) cells.refuse('通道', 'cell-not-whole-number');
  return {
    deviceId: cells.text('设备编号', 128),
    channelNum,
    name: cells.text('摄像头名称', 64),
    cameraType: cells.optional('摄像头类型', 32),
    manufacturer: cells.optional('厂商', 32),
    northCorrectionDegrees: cells.number('北向修正', -360, 360) ?? 0,
  };
}

/** Online state and the tower's angle are not imported and retain their values. Rows whose device belongs to another grid are skipped. */
async function write(tx: Repositories, batch: readonly Read<Tower>[], stored: Stored, now: Date) {
  await tx.cameras.holdOwners();
  const towers = batch.map(({ item: { point, channels } }) => {
    const before = stored.monitoringPoints.get(point.resourceCode);
    const monitoringPoint: MonitoringPoint = {
      ...point,
      id: before?.id ?? randomUUID(),
      online: before?.online ?? true,
      horizontalAngleDegrees: before?.horizontalAngleDegrees ?? null,
    };
    const cameras = channels.map(({ line, channel }) => ({ line, camera: cameraOf(channel, monitoringPoint, stored.cameras) }));
    return { monitoringPoint, cameras, isChanged: !before || !isSame(before, monitoringPoint) };
  });
  const wanted = towers.flatMap(({ cameras: ofTower }) => ofTower.map(({ camera }) => camera));
  const taken = await takenFrom(tx, wanted);
  const faults = towers.flatMap(({ cameras: ofTower }) =>
    ofTower.flatMap(({ line, camera }): RowFault[] => {
      const code = taken.get(camera.id);
      return code === undefined ? [] : [{ line, column: '设备编号', error: codedError(code) }];
    }),
  );
  const monitoringPoints: MonitoringPoint[] = [];
  const cameras: Camera[] = [];
  let lines = 0;
  for (const { monitoringPoint, isChanged, cameras: ofTower } of towers) {
    const own = ofTower.filter(({ camera }) => !taken.has(camera.id));
    if (own.length === 0) continue;
    if (isChanged) monitoringPoints.push(monitoringPoint);
    for (const { camera } of own) {
      const existing = stored.cameras.get(keyOf(camera));
      const isChannelChanged = !existing || !isSame(existing, camera);
      if (isChannelChanged) cameras.push(camera);
      if (isChannelChanged || isChanged) lines += 1;
    }
  }
  if (monitoringPoints.length > 0) await tx.monitoringPoints.put(NATION, monitoringPoints);
  if (cameras.length > 0) await tx.cameras.put(NATION, cameras);
  const existing = new Map([...stored.monitoringPoints.values()].map((monitoringPoint) => [monitoringPoint.id, monitoringPoint]));
  const before = new Map([...stored.cameras.values()].map((camera) => [camera.id, camera]));
  const saved = monitoringPoints.map((monitoringPoint) =>
    monitoringPointSaved(IMPORT_ORIGIN, now, monitoringPoint, existing.get(monitoringPoint.id)?.gridNo),
  );
  await appendUnpublished(tx, [...saved, ...cameraEvents(IMPORT_ORIGIN, now, { before, saved: cameras })]);
  return { monitoringPoints: monitoringPoints.length, cameras: cameras.length, lines, faults };
}

const cameraOf = (channel: Channel, monitoringPoint: MonitoringPoint, stored: Stored['cameras']): Camera => {
  const existing = stored.get(keyOf(channel));
  return {
    ...channel,
    id: existing?.id ?? randomUUID(),
    monitoringPointId: monitoringPoint.id,
    online: existing?.online ?? true,
    towerHeightMetres: monitoringPoint.towerHeightMetres,
    position: monitoringPoint.position,
    gridNo: monitoringPoint.gridNo,
  };
};

/** The cameras that belong to another grid, matched by the device's id or by the camera's link, which moves with it. */
async function takenFrom(tx: Repositories, wanted: readonly Camera[]) {
  const links = new Map(
    (
      await tx.cameraLinks.list(
        NATION,
        wanted.map(({ id }) => id),
      )
    ).map((link) => [link.cameraId, link]),
  );
  const elsewhere = await ownedElsewhere(
    tx,
    NATION,
    wanted.map((camera) => ({ camera, link: links.get(camera.id) ?? null })),
  );
  return new Map([
    ...[...elsewhere.keys()].map((id) => [id, 'address-held-elsewhere'] as const),
    ...(await deviceFaults(tx, NATION, wanted)),
  ]);
}

/** A shallow comparison, except for the position. */
const isSame = <T extends { readonly position: object }>(a: T, b: T): boolean => {
  const keys = Object.keys(b) as (keyof T)[];
  return keys.every((key) => (key === 'position' ? JSON.stringify(a[key]) === JSON.stringify(b[key]) : a[key] === b[key]));
};
