// The tables of devices as kysely sees them: monitoring points, their cameras, how those are reached and when they were online.
import type { GridNo, Sector, TourStop } from '@lookout/domain';

export interface DeviceTables {
  monitor: MonitoringPointTable;
  camera: CameraTable;
  camera_link: CameraLinkTable;
  camera_time: { camera_id: string; began_at: Date; online: boolean };
}

export interface MonitoringPointTable {
  id: string;
  name: string;
  resource_code: string | null;
  resource_type: string | null;
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
  monitor_range_metres: number | null;
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
  monitor_id: string | null;
  tower_height_metres: number | null;
  north_correction_degrees: number;
  lng: number;
  lat: number;
  grid_no: GridNo;
  online: boolean;
  updated_at: Date;
}

export interface CameraLinkTable {
  camera_id: string;
  control_url: string | null;
  channel_code: string | null;
  stream_url: string | null;
  sub_stream_url: string | null;
  user_name: string | null;
  encrypted_password: string | null;
  widest_field_degrees: number | null;
  narrowest_field_degrees: number | null;
  masks: readonly Sector[];
  ranges: readonly Sector[];
  tour: readonly TourStop[];
  is_recorded: boolean;
  updated_at: Date;
}
