// Cameras: the channels of a device, on a monitoring point or alone (specification §3, "Camera").
import type { Position } from './alarm.ts';
import type { GridNo } from './grid.ts';

export interface Camera {
  readonly id: string;
  readonly deviceId: string;
  readonly channelNum: number;
  readonly name: string;
  readonly cameraType: string | null;
  readonly manufacturer: string | null;
  readonly monitorId: string | null;
  readonly towerHeightMetres: number | null;
  /** Added to the reported horizontal angle to give the true azimuth. */
  readonly northCorrectionDegrees: number;
  readonly position: Position;
  readonly gridNo: GridNo;
  readonly online: boolean;
}
