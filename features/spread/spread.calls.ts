// The forecast of a fire (蔓延推演), and the table of fuels that it uses (docs/interface.md).

import { errorCode, id, numeric, requiredText, row, text, time } from '@lookout/contract';
import { COVER_SCHEMES } from '@lookout/domain';
import { z } from 'zod';
import { fireObservations, fireWeather, fuelRow, spreadRun, spreadRunLine } from './spread.schema.ts';
import { MOISTURE_PERCENT_BOUNDS, MOST_SPREAD_HOURS, SPREAD_MODELS, SPREAD_WEATHER_BOUNDS } from './spread-inputs.ts';

const forecasts = { permission: { anyOf: ['support-decisions'] } } as const;
// The whole installation shares one table.
const administers = { permission: { anyOf: ['administer-users'] }, scope: 'nation', effect: 'write' } as const;

/** The most vertices of an ignition. */
export const MOST_IGNITION_POINTS = 1_000;
/** The most members of an ensemble. */
export const MOST_SPREAD_MEMBERS = 200;
/** The most hours of entered weather: two days. */
const MOST_WEATHER_HOURS = 48;
/** The most parts of a shape, and the most rings of an area. */
const MOST_PARTS = 100;

const tooManyPoints = errorCode('spread-ignition-points', { most: MOST_IGNITION_POINTS });
const tooManyParts = errorCode('items-at-most', { most: MOST_PARTS });
// Aborts, so that an invalid place is not counted or processed further.
const place = z
  .array(z.number())
  .min(2)
  .max(3)
  .refine(([lng = Number.NaN]) => lng >= -180 && lng <= 180, { error: errorCode('longitude-range'), abort: true })
  .refine(([, lat = Number.NaN]) => lat >= -90 && lat <= 90, { error: errorCode('latitude-range'), abort: true });
const places = z.array(place).min(1, errorCode('spread-ignition-empty')).max(MOST_IGNITION_POINTS, tooManyPoints);
const line = places.min(2);
const ring = places.refine((points) => {
  const [first, last] = [points[0], points.at(-1)];
  return points.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}, errorCode('spread-ring-open'));
const rings = z.array(ring).min(1, errorCode('spread-ignition-empty')).max(MOST_PARTS, tooManyParts);
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: place }),
  z.object({ type: z.literal('MultiPoint'), coordinates: places }),
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({
    type: z.literal('MultiLineString'),
    coordinates: z.array(line).min(1, errorCode('spread-ignition-empty')).max(MOST_PARTS, tooManyParts),
  }),
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(rings).min(1, errorCode('spread-ignition-empty')).max(MOST_PARTS, tooManyParts),
  }),
]);
/** A geometry with its ignition time. Without a time, it ignites at the start. */
const part = z.object({ type: z.literal('Feature'), properties: z.object({ time: time.nullish() }).nullish(), geometry });
/** A geometry, or one or several parts of a fire with their times. */
const ignitionInTime = z.discriminatedUnion('type', [
  ...geometry.options,
  part,
  z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(part).min(1, errorCode('spread-ignition-empty')).max(MOST_PARTS, tooManyParts),
  }),
]);

/** A geometry, or one feature with a geometry. All of it ignites at the start. */
export const ignition = z.preprocess((given) => {
  const feature = given as { readonly type?: unknown; readonly geometry?: unknown } | null | undefined;
  return feature?.type === 'Feature' ? feature.geometry : given;
}, geometry);

const percent = numeric(z.number().min(0).max(100));
const within = ([least, most]: readonly [number, number]) =>
  numeric(
    z
      .number()
      .min(least, least === 0 ? errorCode('less-than-none') : undefined)
      .max(most, errorCode('number-at-most', { most })),
  );
export const spreadWeatherHour = z.object({
  time,
  windFromDegrees: within(SPREAD_WEATHER_BOUNDS.windFromDegrees),
  windSpeedMetresPerSecond: within(SPREAD_WEATHER_BOUNDS.windSpeedMetresPerSecond),
  temperatureCelsius: within(SPREAD_WEATHER_BOUNDS.temperatureCelsius),
  humidityPercent: within(SPREAD_WEATHER_BOUNDS.humidityPercent),
});

/** The moisture of a class that is left out is calculated from temperature and humidity. */
const moisture = within(MOISTURE_PERCENT_BOUNDS).nullish();
export const spreadMoisture = z.object({
  oneHour: moisture,
  tenHour: moisture,
  hundredHour: moisture,
  liveHerbaceous: moisture,
  liveWoody: moisture,
});

export const spreadCalls = {
  runSpread: row({
    ...forecasts,
    method: 'POST',
    path: '/fire/api/spread/run',
    summary:
      '蔓延推演：一起火情（incidentId），给出的起火位置（ignition，GeoJSON 几何、Feature 或 FeatureCollection，properties.time 为各处起火的时刻，不给则从开始就烧），或两者：火情从给出的位置烧起，不作校正；hours 小时内每 15 分钟的到达范围。begin 默认为现在，各处都有时刻时为其中最早的；weather 逐小时，不给则取天气服务在火场的预报；moisturePercent 为各类可燃物的含水率，不给的类按气温与湿度；model 为 rothermel（默认）或 wang（王正非–毛贤敏，只有速度与方向，没有火焰与强度），校正时不给则沿用上次推演的；同样的请求只算一次，都得到同一个 id。correct 为用新观测校正（不给时，火情已有推演而又有新观测就校正，false 则不）：推演开始以后标绘过过火区的，从它与那时开始；否则从上次推演的开始算起，集合成员按新的热点、相机定位与报告加权；校正时 hours 从现在算起。正在燃烧的火情先算，各网格轮流；自己或本网格等待的已满时 429',
    scope: 'position',
    envelope: 'data',
    effect: 'write',
    act: 'run-spread',
    input: z.object({
      incidentId: id.nullish(),
      /** With a fire: where it burns, instead of the place given by its alarms and burnt areas. */
      ignition: ignitionInTime.nullish(),
      begin: time.nullish(),
      hours: numeric(
        z
          .number()
          .int()
          .min(1)
          .max(MOST_SPREAD_HOURS, errorCode('number-at-most', { most: MOST_SPREAD_HOURS })),
      ),
      members: numeric(
        z
          .number()
          .int()
          .min(1)
          .max(MOST_SPREAD_MEMBERS, errorCode('number-at-most', { most: MOST_SPREAD_MEMBERS })),
      ).nullish(),
      /** null: the model of the run that is corrected, else Rothermel's. */
      model: z.enum(SPREAD_MODELS, errorCode('spread-model')).nullish(),
      weather: z
        .array(spreadWeatherHour)
        .min(1)
        .max(MOST_WEATHER_HOURS, errorCode('items-at-most', { most: MOST_WEATHER_HOURS }))
        .nullish(),
      moisturePercent: spreadMoisture.nullish(),
      /** null: corrected if the fire has a forecast and observations since. */
      correct: z.boolean().nullish(),
    }),
    reply: z.object({ id: z.uuid() }),
  }),
  spreadOne: row({
    ...forecasts,
    method: 'GET',
    path: '/fire/api/spread',
    summary:
      '一次推演：状态与进度、所用的输入与数据版本、到达范围（GeoJSON）、逐小时的火头强度与飞火（behaviour）、所及的村庄与设施（按到达时间，单位分钟；只含自己网格内的与共享的图层、边界）。是模型的推算，不是观测',
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ id }),
    reply: spreadRun,
    reads: 'spread-run',
  }),
  fireWeather: row({
    ...forecasts,
    method: 'GET',
    path: '/fire/api/spread/weather',
    summary:
      '天气服务在一起火情处的逐时预报，风速已按地形乘 windFactor，含水率按气温与湿度：填写推演的 weather 时从它改起。没有（未设置、没有答复或读不懂）时 source 为 null，hours 为空',
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    // The call reads terrain in the single thread that dispatch and forecasts also need.
    weight: 5,
    query: z.object({ incidentId: id }),
    reply: fireWeather,
  }),
  cancelSpread: row({
    ...forecasts,
    method: 'DELETE',
    path: '/fire/api/spread',
    summary: '取消一次尚未完成的推演',
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'cancel-spread',
    query: z.object({ id }),
    reply: z.null(),
  }),
  spreadsOfFire: row({
    ...forecasts,
    method: 'GET',
    path: '/fire/api/spread/list',
    summary: '一起火情的推演，新的在前；incidentId 也可以是其中任一火警的 id',
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    query: z.object({ incidentId: id }),
    reply: spreadRunLine,
  }),
  fireObservations: row({
    ...forecasts,
    method: 'GET',
    path: '/fire/api/spread/observations',
    summary:
      '一起火情中看得出火在哪里的观测，按时间：卫星热点、相机定位、人员报告（各有 95% 误差椭圆）与标绘的过火区；last 为用新观测校正时所依据的上次推演，fresh 为它开始以后新得到的。烟感只知有烟，不算；判为误报的不算',
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ incidentId: id }),
    reply: fireObservations,
  }),
  fuelList: row({
    ...forecasts,
    method: 'GET',
    path: '/fire/api/spread/fuel/list',
    summary: '地类对应的可燃物：产品默认的，与本部署自己的（isOwn）；toConfirm 为待核对的',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    reply: fuelRow,
  }),
  saveFuel: row({
    ...administers,
    method: 'PUT',
    path: '/fire/api/spread/fuel',
    summary:
      '设定一个地类的可燃物（仅全国管理员）：可燃物模型（Rothermel）、可燃物（王正非，null 为不燃）、林冠（不知为 null；枝下高与树冠密度不知可不给，不给密度则不说树冠火）与出处；地类体系没有的值，只要导入的地类中有，也可设定',
    envelope: 'data',
    act: 'save-fuel',
    input: z.object({
      scheme: z.enum(COVER_SCHEMES),
      value: numeric(z.number().int().min(0).max(65_534)),
      fuelModel: text(8),
      fuelFactor: text(32).nullable(),
      canopy: z
        .object({
          coverPercent: percent,
          heightMetres: numeric(z.number().min(0).max(120)),
          crownRatio: numeric(z.number().min(0).max(1)),
          baseHeightMetres: numeric(z.number().min(0).max(120)).nullish(),
          bulkDensityKilogramsPerCubicMetre: numeric(z.number().min(0).max(2)).nullish(),
        })
        .nullish(),
      source: requiredText(500, errorCode('reason-needed')),
      toConfirm: z.boolean(),
    }),
    reply: fuelRow,
  }),
  resetFuel: row({
    ...administers,
    method: 'DELETE',
    path: '/fire/api/spread/fuel',
    summary: '恢复一个地类的默认可燃物（仅全国管理员）；本部署自定的地类则不再有可燃物',
    envelope: 'message',
    act: 'reset-fuel',
    query: z.object({ scheme: z.enum(COVER_SCHEMES), value: numeric(z.number().int().min(0).max(65_534)) }),
    reply: z.null(),
  }),
};
