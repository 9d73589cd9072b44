// The types of the tables for kysely. The tables themselves are defined in migrations/.
import type { Actor, CoverScheme, EmbedLayer, GridBasis, GridLevel, GridNo, Position } from '@lookout/domain';
import type { AlarmKind, AlarmStage, CloseOutcome, FindType, RealFireType } from '@lookout/features/alarm/alarm.ts';
import type { PastReason } from '@lookout/features/alarm/past-detection.ts';
import type { BurningPurpose, BurningState } from '@lookout/features/burning/burning.ts';
import type { Sector, TourStop } from '@lookout/features/camera/camera.ts';
import type { RatingTable } from '@lookout/features/danger/danger-rating.ts';
import type { DangerRaising, Holiday } from '@lookout/features/danger/danger-rules.ts';
import type { FireDriver, FireDriving } from '@lookout/features/danger/fire-weather.ts';
import type { DrillKind } from '@lookout/features/exercise/exercise.ts';
import type { Assessment, FireArchive } from '@lookout/features/fire-archive/fire-archive.ts';
import type {
  HazardKind,
  HazardLevel,
  HazardState,
  HazardWarningLevel,
  MonitorKind,
  RainThresholds,
  Thresholds,
  WarningAnswer,
  WarningCause,
} from '@lookout/features/hazard/hazard.ts';
import type { CalmedKind, HeatKind, HeatOrigin, HeatState } from '@lookout/features/known-heat/known-heat.ts';
import type { SceneKind, VectorLayerKind } from '@lookout/features/map-layer/map-layer.ts';
import type {
  NotificationChoice,
  NotificationKind,
  NotificationLevel,
  NotificationStage,
  QuietHours,
} from '@lookout/features/notification/notification.ts';
import type { OutboxChannel, OutboxOrigin, OutboxState } from '@lookout/features/notification/outbox.ts';
import type { OperatingMode } from '@lookout/features/operating-mode/operating-mode.ts';
import type { PlanContent, PlanDuty, PlanState, ResponseLevel } from '@lookout/features/plan/plan.ts';
import type { PlotColour, PlotKind } from '@lookout/features/plot/plot-kinds.ts';
import type { PlotSymbol } from '@lookout/features/plot/plot-symbol.ts';
import type { MessageSender } from '@lookout/features/ranger-message/ranger-message.ts';
import type { DueReport, DueReportState } from '@lookout/features/reporting/due-report.ts';
import type { NotedFact, NotedFacts, RuleTerms } from '@lookout/features/reporting/reporting-rule.ts';
import type { Resource, ResourceKind } from '@lookout/features/resource/resource.ts';
import type { PersonSafety } from '@lookout/features/safety/safety.ts';
import type { DocumentFields, FireDocument, FireDocumentKind } from '@lookout/features/situation/fire-document.ts';
import type {
  FuelRow,
  SpreadArrivals,
  SpreadFailure,
  SpreadInputs,
  SpreadQueuePlace,
  SpreadResult,
  SpreadState,
} from '@lookout/features/spread/spread.ts';
import type { PatrolContent, PatrolOutcome, PatrolState, TaskPatrol } from '@lookout/features/task/patrol.ts';
import type { Priority } from '@lookout/features/task/priority.ts';
import type { TaskState, TaskType } from '@lookout/features/task/task.ts';
import type { JourneyState, NoJourney, PlanReason } from '@lookout/features/task/task-journey.ts';
import type { TaskTemplateDraft } from '@lookout/features/task/task-template.ts';
import type { WarningLevel } from '@lookout/features/warning/warning.ts';
import type { TrackFix, TrackGap } from '@lookout/geo';
import type { ColumnType, Generated } from 'kysely';
import type { AuditHash } from './audit-chain.ts';
import type { MultiPolygon } from './multi-polygon.ts';
import type { PartedLog } from './parted-log.ts';

/** Written as JSON text (`jsonb(value)`), read as a value. */
type Json<T> = ColumnType<T, T, T>;

export interface Tables extends PreventionTables, DeviceTables, HazardTables, NotificationTables {
  setting: { key: string; value: Json<unknown> };
  journal_head: {
    single: Generated<boolean>;
    event_first: Generated<number>;
    event_last: number;
    audit_last: number;
    audit_hash: Buffer;
    audit_hash_name: Generated<AuditHash>;
  };
  event: EventTable;
  audit: AuditTable;
  log_retention: { log: PartedLog; months: number };
  log_archive: LogArchiveTable;
  grid: GridTable;
  area: AreaTable;
  seat: { no: GridNo; name: string; lng: number; lat: number; approximate: boolean };
  org_group: { id: string; name: string; parent_id: string | null };
  account: AccountTable;
  account_right: { account_id: string; code: string };
  account_grid: { account_id: string; grid_no: GridNo };
  menu: MenuTable;
  session: SessionTable;
  second_factor: SecondFactorTable;
  camera_head: CameraHeadTable;
  camera_motion: { camera_id: string; motion: string; session: string; kept_at: Date; stops: Generated<number> };
  stream_ticket: { hash: Buffer; session: string; channel: string; expires_at: Date };
  job_lease: { job: string; holder: string; until: Date; done_at: Date | null };
  recovery_code: { account_id: string; code_hash: Buffer };
  map_embed: MapEmbedTable;
  nonce: { value: string; expires_at: Date };
  account_identity: { issuer: string; subject: string; account_id: string; bound_at: Date };
  portal_token: PortalTokenTable;
  oidc_attempt: OidcAttemptTable;
  login_failure: { user_name: string; address: string; count: number; failed_at: Date; locked_until: Date | null };
  alarm: AlarmTable;
  upload: UploadTable;
  alarm_first: AlarmFirstTable;
  alarm_seen: { alarm_id: string; account_id: string };
  incident_alarm: IncidentAlarmTable;
  incident_decision: IncidentDecisionTable;
  incident_policy: IncidentPolicyTable;
  incident_reading: { seq: number };
  fire_archive: FireArchiveTable;
  fire_package: { sha256: string; incident_id: string; grid_no: GridNo; made_by: string; made_at: Date; lines: number };
  task: TaskTable;
  sos: SosTable;
  person_safety: PersonSafetyTable;
  ranger_message: RangerMessageTable;
  task_member: TaskMemberTable;
  task_step: TaskStepTable;
  task_journey: TaskJourneyTable;
  task_template: TaskTemplateTable;
  patrol_rule: PatrolRuleTable;
  patrol_occurrence: PatrolOccurrenceTable;
  ranger_track: { account_id: string; at: Date; lng: number; lat: number; received_at: Date; is_doubtful: boolean };
  patrol_day: PatrolDayTable;
  ranger_last: { account_id: string; at: Date; lng: number; lat: number; received_at: Date; belief: unknown };
  resource: ResourceTable;
  resource_removed: ResourceRemovedTable;
  shift: ShiftTable;
  operating_mode: OperatingModeTable;
  exercise: ExerciseTable;
  exercise_inject: ExerciseInjectTable;
  sms_template: { id: string; grid_no: GridNo; name: string; content: string; updated_at: Date };
  outbox: OutboxTable;
  sms: SmsTable;
  map_layer: MapLayerTable;
  map_feature: { id: Generated<string>; layer_id: string; name: string };
  map_scene: MapSceneTable;
  plot: PlotTable;
  fire_order: FireOrderTable;
  fire_document: FireDocumentTable;
  fire_document_count: { grid_no: GridNo; kind: FireDocumentKind; is_drill: boolean; year: number; last: number };
}

export interface PortalTokenTable {
  token_hash: Buffer;
  keeper_hash: Buffer;
  expires_at: Date;
  user_name: string | null;
  subject: string | null;
  named_until: Date | null;
}

export interface OidcAttemptTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  code_verifier: string;
  nonce: string;
  redirect_uri: string;
  target: string | null;
  expires_at: Date;
}

export interface EventTable {
  /** The last number of the event. */
  seq: number;
  numbers: number;
  id: string;
  kind: string;
  /** null for a run of recorded alarms, as are grid and payload. */
  object_id: string | null;
  grid_no: GridNo | null;
  left_grid_no: GridNo | null;
  happened_at: Date;
  recorded_at: Date;
  actor: Actor['kind'];
  account_id: string | null;
  actor_name: string;
  full_name: string | null;
  post: string | null;
  actor_grid_no: GridNo | null;
  desk: string | null;
  request_id: string | null;
  payload: Json<unknown>;
  first_alarm: string | null;
  last_alarm: string | null;
}

export interface LogArchiveTable {
  log: PartedLog;
  first: number;
  last: number;
  count: number;
  began_at: Date;
  ended_at: Date;
  file: string;
  sha256: string;
  content_sha256: string;
  last_hash: Buffer | null;
  left_at: Date;
}

export interface AuditTable {
  id: number;
  at: Date;
  account_id: string | null;
  user_name: string | null;
  address: string | null;
  act: string;
  target_kind: string | null;
  target_id: string | null;
  grid_no: GridNo | null;
  outcome: string;
  detail: Json<Record<string, unknown>>;
  prev_hash: Buffer;
  hash: Buffer;
}

export interface AreaTable {
  no: GridNo;
  source: 'seed' | 'imported';
  boundary: Json<MultiPolygon>;
  far_outline: string;
  centre_lng: number;
  centre_lat: number;
  also_holds: readonly GridNo[];
  is_union: boolean;
}

export interface GridTable {
  no: GridNo;
  name: string;
  level: GridLevel;
  parent_no: GridNo | null;
  full_name: string;
  lng: number | null;
  lat: number | null;
}

export interface AccountTable {
  id: string;
  user_name: string;
  password_hash: string;
  full_name: string;
  head_url: string | null;
  phone: string | null;
  grid_no: GridNo;
  group_id: string;
  device_id: string | null;
  topic: string | null;
  enabled: boolean;
  demo: boolean;
  /** null: the user chose the password. */
  password_given_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface MenuTable {
  code: string;
  name: string;
  icon: string | null;
  parent_code: string | null;
  kind: 'menu' | 'element';
  path: string | null;
  ord: number;
  visible: boolean;
}

export interface SessionTable {
  token_hash: Buffer;
  account_id: string;
  grid_no: GridNo;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  address: string | null;
  user_agent: string | null;
  verified_at: Date | null;
  id: Generated<string>;
  way: string;
  used_at: Date;
  /** null: the session may be idle until it expires. */
  idle_seconds: number | null;
  /** Session at the provider that began this one; null: no provider began it, or the provider names no session. */
  provider_session: string | null;
}

interface SecondFactorTable {
  account_id: string;
  encrypted_secret: string;
  begun_at: Date;
  /** null: setup begun, not turned on yet. */
  confirmed_at: Date | null;
  /** Time step of the last accepted code; a bigint, which the driver reads as a number here. */
  last_step: number;
}

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

export interface AlarmTable {
  id: string;
  kind: AlarmKind;
  find_type: FindType;
  lng: number;
  lat: number;
  grid_no: GridNo;
  grid_basis: GridBasis;
  address: string | null;
  formatted_address: string;
  observed_at: Date;
  arrived_at: Date;
  dedupe_key: string | null;
  fire_no: string | null;
  device_id: string | null;
  monitoring_point_id: string | null;
  /** JSON, written and read by alarm-rows.ts. */
  facts: Json<unknown>;
  stage: Generated<AlarmStage['stage']>;
  judged_at: Date | null;
  judged_by: string | null;
  verdict_note: string | null;
  real_fire_type: RealFireType | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  acknowledged_by_id: string | null;
  pushed_at: Date | null;
  pushed_from: GridNo | null;
  push_note: string | null;
  closed_at: Date | null;
  closed_by: string | null;
  outcome: CloseOutcome | null;
  close_note: string | null;
  deleted_at: Date | null;
  /** null: a real alarm, not one of an exercise. */
  exercise_id: string | null;
}

export interface PastDetectionTable {
  dedupe_key: string;
  observed_at: Date;
  lng: number;
  lat: number;
  grid_no: GridNo;
  reason: PastReason;
  /** JSON, as in `alarm`. */
  facts: Json<unknown>;
  arrived_at: Date;
}

export interface IncidentAlarmTable {
  alarm_id: string;
  incident_id: string;
  look: string;
  east_east: number;
  east_north: number;
  north_north: number;
  probability: number;
  /** Reasons, separated by commas; empty: none. */
  calmed_by: string;
  confirmed_as: string | null;
  inhabitants: number | null;
  danger_sources: number | null;
  known_heat: string | null;
}

export interface IncidentPolicyTable {
  grid_no: GridNo;
  inherits_verdict: boolean;
  changed_by: string;
  changed_at: Date;
}

export interface IncidentDecisionTable {
  id: string;
  kind: 'split' | 'merge';
  one: string[];
  other: string[];
  account_id: string;
  decided_by: string;
  decided_at: Date;
  undone_at: Date | null;
  undone_by: string | null;
  replaced_by: string | null;
  part_of: string | null;
  decided_in: GridNo | null;
}

export interface UploadTable {
  id: string;
  name: string;
  grid_no: GridNo;
  account_id: string | null;
  mime: string;
  byte_size: number;
  width: number;
  height: number;
  gps_lng: number | null;
  gps_lat: number | null;
  created_at: Date;
  /** When an object began to use the picture; null: none does. */
  claimed_at: Date | null;
}

export interface AlarmFirstTable {
  alarm_id: string;
  lng: number;
  lat: number;
  grid_no: GridNo;
  grid_basis: GridBasis;
  address: string | null;
  formatted_address: string;
  facts: Json<unknown>;
}

export interface FireArchiveTable {
  id: string;
  fire_id: string;
  grid_no: GridNo;
  version: number;
  revision: number;
  corrects: Json<FireArchive['corrects']>;
  assessment: Json<Assessment>;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  sealed_by: string | null;
  sealed_at: Date | null;
  sha256: string | null;
  content: string | null;
}

export interface TaskTable {
  id: string;
  content: string;
  starts_at: Date;
  ends_at: Date;
  priority: Priority;
  type: TaskType;
  lng: number;
  lat: number;
  grid_no: GridNo;
  address: string;
  fire_id: string | null;
  fire_kind: AlarmKind | null;
  operator_id: string;
  operator_name: string;
  photos: string[];
  people_count: number;
  vehicle_count: number;
  equipment_count: number;
  reserve: string | null;
  created_at: Date;
  cancelled_at: Date | null;
  cancel_reason: string | null;
  ended: Generated<boolean>;
  request_key: string | null;
  exercise_id: string | null;
  checklist: string | null;
  patrol: Json<TaskPatrol> | null;
}

export interface TaskTemplateTable {
  id: string;
  grid_no: GridNo;
  name: string;
  content: Json<Omit<TaskTemplateDraft, 'name'>>;
  revision: number;
  changed_by: string;
  changed_at: Date;
}

export interface PatrolRuleTable {
  id: string;
  grid_no: GridNo;
  owner_grid_no: GridNo;
  name: string;
  state: PatrolState;
  revision: number;
  content: Json<PatrolContent>;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  written_by: string;
  written_by_id: string;
  end_reason: string | null;
  settled_until: Date;
  next_at: Date | null;
}

export interface PatrolOccurrenceTable {
  rule_id: string;
  day: string;
  planned_at: Date;
  outcome: PatrolOutcome;
  task_id: string | null;
  skipped: string[];
}

export interface TaskMemberTable {
  task_id: string;
  account_id: string;
  full_name: string;
  grid_no: GridNo;
  state: TaskState;
  state_at: Date;
}

export interface TaskJourneyTable {
  task_id: string;
  account_id: string;
  reason: PlanReason;
  path: readonly (readonly [number, number])[];
  seconds: number | null;
  why: NoJourney | null;
  avoids_fire: boolean;
  begins_at: Date;
  planned_at: Date;
  forecast_id: string | null;
  forecast_at: Date | null;
  state: Generated<JourneyState>;
  arrives_at: Date | null;
  left_metres: number | null;
  pace: number | null;
  position_at: Date | null;
  computed_at: Date | null;
}

export interface TaskStepTable {
  id: string;
  task_id: string;
  account_id: string;
  full_name: string;
  state: TaskState;
  at: Date;
  received_at: Date;
  text: string | null;
  photos: string[];
  lng: number | null;
  lat: number | null;
  request_key: string | null;
}

export interface ResourceTable {
  id: string;
  kind: ResourceKind;
  code: string;
  name: string;
  online: boolean | null;
  district_name: string | null;
  street_name: string | null;
  grid_no: GridNo;
  lng: number;
  lat: number;
  height_metres: number | null;
  leader_name: string | null;
  leader_phone: string | null;
  description: string | null;
  range_metres: number | null;
  horizontal_angle_degrees: number | null;
  attributes: Json<Record<string, string | number>>;
  updated_at: Date;
  version: Generated<number>;
  confirmed_at: Date | null;
  changed_by: string | null;
  photos: Generated<string[]>;
}

export interface PatrolDayTable {
  account_id: string;
  day: Date;
  positions: number;
  left_out: number;
  begin_at: Date;
  end_at: Date;
  moving_seconds: number;
  metres: number;
  gap_seconds: number;
  gaps: Json<readonly TrackGap[]>;
  cells: ColumnType<string[], string[], string[]>;
  read_to: Date;
  last: Json<TrackFix>;
  doubtful: Json<readonly TrackFix[]>;
}

interface ResourceRemovedTable {
  id: string;
  kind: ResourceKind;
  name: string;
  grid_no: GridNo;
  resource: Json<Resource>;
  removed_by: string;
  removed_at: Date;
  reason: string;
  photos: Generated<string[]>;
}

export interface ShiftTable {
  id: string;
  grid_no: GridNo;
  account_id: string;
  full_name: string;
  began_at: Date;
  ended_at: Date | null;
  note: string | null;
  open_alarms: number | null;
  fires_in_progress: number | null;
  successor: string | null;
  next_name: string | null;
  relieved: Generated<boolean>;
}

export interface OperatingModeTable {
  grid_no: GridNo;
  mode: OperatingMode;
  reason: string;
  set_by: string;
  set_at: Date;
  version: number;
  exercise_id: string | null;
}

export interface ExerciseTable {
  id: string;
  grid_no: GridNo;
  name: string;
  leader_id: string;
  leader_name: string;
  began_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  verdict: string | null;
  verdict_by: string | null;
  verdict_at: Date | null;
  version: number;
}

export interface ExerciseInjectTable {
  id: string;
  exercise_id: string;
  kind: DrillKind;
  lng: number;
  lat: number;
  description: string | null;
  due_at: Date;
  alarm_id: string | null;
}

export interface PlotTable {
  id: string;
  kind: PlotKind;
  symbol: PlotSymbol | null;
  name: string;
  points: Json<readonly Position[]>;
  colour: PlotColour;
  width_pixels: number;
  note: string | null;
  fire_id: string | null;
  grid_no: GridNo;
  version: number;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
}

export interface FireOrderTable {
  id: string;
  fire_id: string;
  /** As parsed from JSON: times are text. */
  receivers: Json<unknown>;
  content: string;
  due_at: Date | null;
  issued_by: string;
  /** The grid for which the officer acted when he gave the order; null: no longer known. */
  issued_in: GridNo | null;
  issued_at: Date;
  withdrawal: Json<unknown> | null;
}

export interface FireDocumentTable {
  id: string;
  fire_id: string;
  grid_no: GridNo;
  kind: FireDocumentKind;
  language: 'zh' | 'en';
  is_drill: boolean;
  revision: number;
  fields: Json<DocumentFields>;
  corrects: Json<NonNullable<FireDocument['corrects']>> | null;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  number_year: number | null;
  number_count: number | null;
  issued_by: string | null;
  issued_at: Date | null;
  sha256: string | null;
  content: string | null;
}

// Geological hazards: points, monitors, readings, warnings, rain.

interface HazardTables {
  hazard: HazardTable;
  hazard_monitor: HazardMonitorTable;
  hazard_reading: { monitor_id: string; at: Date; value: number };
  hazard_removed: HazardRemovedTable;
  hazard_warning: HazardWarningTable;
  hazard_rain: HazardRainTable;
}

export interface HazardTable {
  id: string;
  code: string;
  name: string;
  kind: HazardKind;
  level: HazardLevel;
  state: HazardState;
  lng: number;
  lat: number;
  grid_no: GridNo;
  address: string | null;
  people: number;
  households: number;
  duty_name: string | null;
  duty_phone: string | null;
  description: string | null;
  photos: string[];
  rain: Json<RainThresholds>;
  version: number;
  changed_by: string;
  changed_at: Date;
  watch_level: HazardWarningLevel | null;
  below_since: Date | null;
  rain_cause: Json<WarningCause> | null;
}

export interface HazardMonitorTable {
  id: string;
  hazard_id: string;
  ord: number;
  code: string;
  kind: MonitorKind;
  name: string;
  value: Json<Thresholds>;
  rate: Json<Thresholds>;
  last_at: Date | null;
  last_value: number | null;
  last_rate: number | null;
  cause: Json<WarningCause> | null;
}

interface HazardRemovedTable {
  id: string;
  grid_no: GridNo;
  /** The removed rows as they were. */
  point: Json<Readonly<Record<string, unknown>>>;
  monitors: Json<readonly Readonly<Record<string, unknown>>[]>;
  removed_at: Date;
}

export interface HazardWarningTable {
  id: string;
  hazard_id: string;
  hazard_name: string;
  hazard_kind: HazardKind;
  lng: number;
  lat: number;
  people: number;
  grid_no: GridNo;
  level: HazardWarningLevel | null;
  highest: HazardWarningLevel;
  cause: Json<WarningCause>;
  raised_at: Date;
  changed_at: Date;
  acknowledged: Json<WarningAnswer> | null;
  handled: Json<WarningAnswer> | null;
  closed: Json<WarningAnswer> | null;
}

export interface HazardRainTable {
  grid_no: GridNo;
  hour: Date;
  fallen: number;
  next_hour: number | null;
  next_day: number | null;
  asked_at: Date;
  source: 'qweather' | 'demo';
}

export interface MapLayerTable {
  id: string;
  kind: VectorLayerKind;
  name: string;
  grid_no: GridNo;
  schematic: boolean;
  version: number;
  feature_count: number;
  updated_at: Date;
}

export interface MapSceneTable {
  id: string;
  kind: SceneKind;
  name: string;
  grid_no: GridNo;
  schematic: boolean;
  folder: string;
  entry: string;
  lng: number | null;
  lat: number | null;
  height_metres: number | null;
  heading_degrees: number;
  scale: number;
  levels: number[];
  updated_at: Date;
}

export interface OutboxTable {
  id: string;
  origin: OutboxOrigin;
  channel: OutboxChannel;
  address: string;
  title: string | null;
  content: string;
  payload: Json<unknown> | null;
  state: OutboxState;
  attempts: number;
  next_attempt_at: Date | null;
  reason: string | null;
  put_at: Date;
  settled_at: Date | null;
  share_grid: GridNo | null;
  share_account: string | null;
  goes_first: boolean;
}

export interface SmsTable {
  id: string;
  fire_id: string | null;
  fire_name: string | null;
  receiver: string | null;
  account_id: string | null;
  full_name: string;
  grid_no: GridNo;
  created_at: Date;
  exercise_id: string | null;
}

interface NotificationTables {
  notification: NotificationTable;
  notification_choice: NotificationChoiceTable;
  notification_policy: NotificationPolicyTable;
  notification_reading: { seq: number };
  push_subscription: { endpoint: string; account_id: string; p256dh: string; auth: string; site: string | null; created_at: Date };
  webhook: WebhookTable;
}

export interface NotificationTable {
  id: string;
  once_key: string;
  kind: NotificationKind;
  fire_id: string | null;
  alarm_id: string | null;
  grid_no: GridNo;
  account_id: string | null;
  webhook_id: string | null;
  receiver: string;
  stage: NotificationStage | null;
  repeat: number;
  is_duty: boolean;
  created_at: Date;
  gathered_into: string | null;
  danger: number | null;
}

export interface NotificationChoiceTable {
  account_id: string;
  channels: Json<NotificationChoice['channels']>;
  email: string | null;
  grids: GridNo[];
  quiet: Json<QuietHours> | null;
  tells_end: boolean;
  language: NotificationChoice['language'];
  changed_at: Date;
}

export interface NotificationPolicyTable {
  grid_no: GridNo;
  duty_level: NotificationLevel | null;
  repeat_minutes: number;
  repeats: number;
  changed_by: string;
  changed_at: Date;
}

export interface WebhookTable {
  id: string;
  grid_no: GridNo;
  name: string;
  url: string;
  secret: string;
  least: NotificationLevel;
  enabled: boolean;
  version: number;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
}

// Devices: monitoring points, their cameras, links and online periods.

interface DeviceTables {
  monitoring_point: MonitoringPointTable;
  camera: CameraTable;
  camera_link: CameraLinkTable;
  camera_time: { camera_id: string; began_at: Date; online: boolean };
}

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

/** As stored in JSON; masks from before end times existed have none. */
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

// Prevention: applications for burns, fire weather, gate images.

interface PreventionTables {
  burning: BurningTable;
  known_heat: KnownHeatTable;
  past_detection: PastDetectionTable;
  map_mask: MapMaskTable;
  spread_run: SpreadRunTable;
  spread_arrival: SpreadArrivalTable;
  fuel_row: FuelRowTable;
  error_scale: { source: string; scale: number; learned_at: Date };
  plan_version: PlanVersionTable;
  plan_run: PlanRunTable;
  warning: WarningTable;
  due_report: DueReportTable;
  reporting_fact: ReportingFactTable;
  reporting_rule: ReportingRuleTable;
  warning_read: { warning_id: string; account_id: string; revision: number; read_at: Date };
  fire_weather: FireWeatherTable;
  danger_rules: DangerRulesTable;
  lightning_stroke: LightningStrokeTable;
  fire_forecast: FireForecastTable;
  fire_weather_lock: { single: Generated<boolean>; holder: string; until: Date };
  gate_image: GateImageTable;
}

export interface MapEmbedTable {
  id: string;
  token_hash: Buffer;
  name: string;
  grid_no: GridNo;
  layers: readonly EmbedLayer[];
  origins: readonly string[];
  issued_by: string;
  issued_at: Date;
  expires_at: Date | null;
  revoked_by: Generated<string | null>;
  revoked_at: Generated<Date | null>;
  last_used_at: Generated<Date | null>;
}

export interface SpreadRunTable {
  id: string;
  fire_id: string | null;
  grid_no: GridNo;
  key: string;
  state: SpreadState;
  progress: number;
  inputs: Json<SpreadInputs>;
  result: Json<SpreadResult> | null;
  failure: SpreadFailure | null;
  queue: Json<SpreadQueuePlace> | null;
  asked_by: string;
  asked_at: Date;
  ended_at: Date | null;
  alive_at: Date;
}

export interface PersonSafetyTable {
  id: string;
  user_id: string;
  fire_id: string;
  grid_no: GridNo;
  state: Json<PersonSafety>;
  is_watched: boolean;
  began_at: Date;
  checked_at: Date;
}

export interface SpreadArrivalTable {
  run_id: string;
  begins_at: Date;
  ends_at: Date;
  frame: Json<SpreadArrivals['frame']>;
  step_minutes: number;
  steps: Buffer;
  flame_length_metres: number;
}

export interface FuelRowTable {
  scheme: CoverScheme;
  value: number;
  fuel_model: string;
  fuel_factor: string | null;
  canopy: Json<FuelRow['canopy']>;
  source: string;
  to_confirm: boolean;
}

export interface KnownHeatTable {
  id: string;
  grid_no: GridNo;
  name: string;
  kind: HeatKind;
  state: HeatState;
  origin: HeatOrigin;
  lng: number;
  lat: number;
  radius_metres: number;
  usual_frp_megawatts: number | null;
  days: readonly string[];
  hours: readonly number[];
  address: string;
  note: string | null;
  version: number;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  review_note: string | null;
}

export interface MapMaskTable {
  id: string;
  grid_no: GridNo;
  polygon: readonly Position[];
  reason: string;
  alarm_kinds: readonly CalmedKind[];
  ends_at: Date;
  version: number;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
}

export interface BurningTable {
  id: string;
  applicant: string;
  phone: string;
  purpose: BurningPurpose;
  lng: number;
  lat: number;
  grid_no: GridNo;
  address: string;
  starts_at: Date;
  ends_at: Date;
  area_hectares: number | null;
  people_count: number;
  measures: string | null;
  state: BurningState;
  created_by: string;
  created_at: Date;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  review_note: string | null;
  request_key: string | null;
}

export interface PlanVersionTable {
  id: string;
  plan_id: string;
  version: number;
  grid_no: GridNo;
  state: PlanState;
  revision: number;
  title: string;
  content: Json<PlanContent>;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_by_id: string | null;
  changed_at: Date;
  submitted_by: string | null;
  submitted_by_id: string | null;
  submitted_at: Date | null;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  review_note: string | null;
}

export interface PlanRunTable {
  id: string;
  grid_no: GridNo;
  fire_id: string;
  fire_name: string;
  plan_version_id: string;
  plan_title: string;
  plan_version: number;
  plan_grid_no: GridNo;
  level: ResponseLevel;
  duties: Json<readonly PlanDuty[]>;
  /** As parsed from JSON: times are text. */
  items: Json<unknown>;
  steps: Json<unknown>;
  started_at: Date;
  ended_at: Date | null;
}

export interface SosTable {
  id: string;
  user_id: string;
  full_name: string;
  phone: string | null;
  grid_no: GridNo;
  /** As parsed from JSON: times are text. */
  place: Json<unknown> | null;
  address: string | null;
  raised_at: Date;
  received_at: Date;
  pressed_again: Json<unknown> | null;
  called_at: Date | null;
  taken: Json<unknown> | null;
  cancelled: Json<unknown> | null;
  closed: Json<unknown> | null;
  revision: number;
}

export interface RangerMessageTable {
  id: string;
  fire_id: string;
  fire_name: string;
  grid_no: GridNo;
  user_id: string;
  full_name: string;
  sender: MessageSender;
  author_id: string;
  author: string;
  content: string;
  written_at: Date;
  received_at: Date;
  read_at: Date | null;
  read_by: string | null;
}

export interface WarningTable {
  id: string;
  grid_no: GridNo;
  areas: GridNo[];
  reaches: GridNo[];
  level: WarningLevel;
  text: string;
  valid_from: Date;
  valid_to: Date;
  revision: number;
  /** As parsed from JSON: times are text. */
  steps: Json<unknown>;
  issued_at: Date;
  lifted_at: Date | null;
}

export interface DueReportTable {
  id: string;
  fire_id: string;
  alarm_id: string;
  grid_no: GridNo;
  address: string;
  rule_id: string;
  rule: Json<DueReport['rule']>;
  reason: Json<DueReport['reason']>;
  owed_at: Date;
  due_at: Date;
  /** As parsed from JSON: times are text. */
  receivers: Json<unknown>;
  sent: Json<unknown> | null;
  told_late_at: Date | null;
  lapsed: Json<unknown> | null;
  state: DueReportState;
  revision: number;
}

export interface ReportingFactTable {
  alarm_id: string;
  fact: NotedFact;
  value: Json<NotedFacts[NotedFact]>;
  noted_by: string;
  noted_at: Date;
}

export interface ReportingRuleTable {
  id: string;
  terms: Json<RuleTerms>;
  revision: number;
  /** As parsed from JSON: times are text. */
  changed: Json<unknown> | null;
  confirmed: Json<unknown> | null;
}

export interface FireWeatherTable {
  grid_no: GridNo;
  day: string;
  temperature_celsius: number;
  humidity_percent: number;
  wind_kilometres_per_hour: number;
  rain_millimetres: number;
  ffmc: number;
  dmc: number;
  dc: number;
  isi: number;
  bui: number;
  fwi: number;
  driver: FireDriver | null;
  gap_days: number;
  source: 'qweather' | 'demo';
  drivers: Json<readonly FireDriving[]> | null;
  highest_celsius: number | null;
  lowest_humidity_percent: number | null;
  strongest_wind_kilometres_per_hour: number | null;
  dry_days: number | null;
  dry_days_at_least: boolean | null;
}

export interface DangerRulesTable {
  grid_no: GridNo;
  rating: Json<RatingTable | null>;
  holidays: Json<readonly Holiday[] | null>;
  raising: Json<DangerRaising | null>;
  version: number;
  changed_by: string;
  changed_at: Date;
}

interface LightningStrokeTable {
  at: Date;
  lng: number;
  lat: number;
  grid_no: GridNo;
  kiloamperes: number | null;
}

export interface FireForecastTable extends FireWeatherTable {
  asked_at: Date;
}

export interface GateImageTable {
  id: string;
  post_id: string;
  post_name: string;
  lng: number;
  lat: number;
  grid_no: GridNo;
  captured_at: Date;
  category: 'vehicle' | 'person';
  plate: string | null;
  direction: 'in' | 'out' | null;
  picture_id: string;
  created_at: Date;
}
