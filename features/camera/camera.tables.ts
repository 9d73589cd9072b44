// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.

import type { GridNo } from '@lookout/domain';
import type { Sector, TourStop } from '@lookout/features/camera/camera.ts';
import type { Json } from '@lookout/store/tables.ts';
import type { Generated } from 'kysely';

/** Three groups of columns: the lock, the operator who wants it, and the tour. The columns of a group are either all null or all set. */
export interface CameraHeadTable {
  name: string;
  reaches: Json<readonly unknown[]>;
  session: string | null;
  operator: string | null;
  since: Date | null;
  last_act_at: Date | null;
  wanted_session: string | null;
  wanted_by: string | null;
  wanted_at: Date | null;
  tour_camera: string | null;
  tour_stops: Json<readonly TourStop[]> | null;
  tour_next: number | null;
  /** null: no tour runs. */
  tour_due_at: Date | null;
  tour_pause_ms: number;
}

// Devices: monitoring points, their cameras, links and online periods.

export interface MonitoringPointTable {
  id: string;
  name: string;
  resource_code: string | null;
  online: boolean;
  district_name: string | null;
  street_name: string | null;
  grid_no: GridNo;
  lng: number;
  lat: number;
  z: number | null;
  tower_height_metres: number | null;
  leader_name: string | null;
  leader_phone: string | null;
  description: string | null;
  range_metres: number | null;
  horizontal_angle_degrees: number | null;
  updated_at: Date;
}

export interface CameraTable {
  id: string;
  device_id: string;
  channel_num: number;
  name: string;
  camera_type: string | null;
  manufacturer: string | null;
  monitoring_point_id: string | null;
  tower_height_metres: number | null;
  north_correction_degrees: number;
  lng: number;
  lat: number;
  grid_no: GridNo;
  online: boolean;
  updated_at: Date;
}

/** A mask as stored in JSON. Masks from before end times existed have none. */
export interface StoredMask extends Sector {
  readonly endsAt?: string | null;
}

export interface CameraLinkTable {
  camera_id: string;
  control_url: string | null;
  channel_code: string | null;
  stream_url: string | null;
  sub_stream_url: string | null;
  user_name: string | null;
  encrypted_password: string | null;
  is_basic_allowed: boolean;
  widest_field_degrees: number | null;
  narrowest_field_degrees: number | null;
  masks: readonly StoredMask[];
  ranges: readonly Sector[];
  tour: readonly TourStop[];
  is_recorded: boolean;
  updated_at: Date;
}

export interface CameraTables {
  camera_head: CameraHeadTable;
  camera_motion: { camera_id: string; motion: string; session: string; kept_at: Date; stops: Generated<number> };
  monitoring_point: MonitoringPointTable;
  camera: CameraTable;
  camera_link: CameraLinkTable;
  camera_time: { camera_id: string; began_at: Date; online: boolean };
}
