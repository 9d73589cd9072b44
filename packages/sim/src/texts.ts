// All Chinese texts of the demo world. All fictional content is marked 演示.
import type { CompassPoint } from '@lookout/domain';
import type { ResourceKind } from '@lookout/features/resource/resource.ts';
import type { FireKind } from './fires/fire.ts';

export const DEMO_MARK = '演示';

/** Directions from the settlement in everyday language. */
export const directions: Readonly<Record<CompassPoint, string>> = {
  n: '北面',
  ne: '东北方向',
  e: '东面',
  se: '东南方向',
  s: '南面',
  sw: '西南方向',
  w: '西面',
  nw: '西北方向',
};

type ReportedKind = Exclude<FireKind, 'chimney'>;

/** Sentences of people's reports; `{where}` is the settlement with direction and distance. */
export const reportSentences: Readonly<Record<ReportedKind, readonly [string, ...string[]]>> = {
  forest: ['{where}山坡林子里在冒烟，烟往上坡走', '{where}看见明火，树林着了，附近暂时没有看到人', '{where}有浓烟，像是山林火，请派人核实'],
  grassland: ['{where}草场着火，火头不高，风一吹走得快', '{where}草坡上有烟，牧民说是草着了'],
  farm: ['{where}地里有人烧秸秆，靠近林边', '{where}地头在烧荒，烟比较大'],
};

export const surnames = ['王', '李', '张', '泽', '杨', '罗', '陈', '尼', '周', '马'] as const;
export const occupations = ['村民', '护林员', '过路司机', '牧民', '村干部'] as const;

export const people = {
  description: (text: string) => `【${DEMO_MARK}】${text}`,
  reporter: (surname: string, calling: string) => `${DEMO_MARK}·${surname}某（${calling}）`,
  comment: `${DEMO_MARK}数据，由模拟程序产生`,
  where: (settlement: string, direction: string, kilometres: string) => `${settlement}${direction}约${kilometres}公里处`,
  address: (settlement: string, direction: string) => `${DEMO_MARK}：${settlement}${direction}`,
};

/** A ranger's progress reports, by step. */
export const progressTexts = {
  received: `【${DEMO_MARK}】收到任务，准备出发`,
  setOut: (kilometres: string, minutes: number) => `【${DEMO_MARK}】骑摩托车出发，路程约${kilometres}公里，预计${minutes}分钟到达`,
  arrived: `【${DEMO_MARK}】已到达现场，正在查看`,
  done: `【${DEMO_MARK}】现场情况已回报，任务完成，返回巡护路线`,
} as const;

/** A ranger's findings, by kind of fire. */
export const findings = {
  where: (direction: string, metres: number) => `${direction}约${metres}米处`,
  nothing: `【${DEMO_MARK}】现场及周围未见明火和烟，未发现火情`,
  burnt: (where: string, hectares: string) => `【${DEMO_MARK}】${where}有过火痕迹，约${hectares}公顷，明火已熄灭，继续看守余烬`,
  forest: (where: string, hectares: string) => `【${DEMO_MARK}】${where}林地着火，有明火和浓烟，已过火约${hectares}公顷，请求支援`,
  grassland: (where: string, hectares: string) => `【${DEMO_MARK}】${where}草地着火，火头不高，已过火约${hectares}公顷`,
  farm: (where: string, hectares: string) => `【${DEMO_MARK}】${where}有人烧秸秆，约${hectares}公顷，已要求看守并熄灭，不是山林火`,
  chimney: (where: string) => `【${DEMO_MARK}】${where}是厂区烟囱，生产用热，不是火情`,
} as const;

const kindTexts = {
  fireCommand: '森林防火指挥部',
  cemetery: '公墓',
  checkStation: '防火检查站',
  materialRepository: '防火物资库',
  team: '扑火队',
  watchTower: '瞭望塔',
  waterSource: '取水点',
  DangerSource: '危险源',
  HelicopterPoint: '直升机停机点',
  uav: '无人机机巢',
  inspectionPost: '检查哨卡',
} as const satisfies Record<ResourceKind, string>;

/** Resources; the names of attributes are displayed unchanged. */
export const resourceTexts = {
  kinds: kindTexts,
  name: (settlement: string, kind: string, n: number) => `${DEMO_MARK}·${settlement}${kind}${n}`,
  description: `${DEMO_MARK}数据：名称真实的只有地名，其余均为虚构`,
  leader: (surname: string) => `${DEMO_MARK}·${surname}某`,
  surnames,
  attributes: {
    seats: '席位数',
    onDuty: '值守人数',
    hours: '值守时间',
    blowers: '风力灭火机（台）',
    pumps: '水泵（台）',
    swatters: '灭火拖把（把）',
    suits: '阻燃服（套）',
    saws: '油锯（台）',
    people: '人数',
    vehicles: '车辆',
    teamType: '队伍类型',
    towerHeight: '塔高（米）',
    waterType: '水源类型',
    volume: '可取水量（立方米）',
    dangerType: '危险源类型',
    aircraft: '可停机数',
    field: '场地',
    endurance: '续航（分钟）',
    reach: '航程（公里）',
    graves: '墓数',
  },
  choices: {
    hours: ['全天', '08:00-20:00', '防火期全天'],
    teamTypes: ['专业', '半专业', '群众'],
    waterTypes: ['河道', '水池', '水库', '溪沟'],
    dangerTypes: ['输电线路', '加油站', '液化气站', '寺院', '农家乐', '施工工地'],
    fields: ['硬化地面', '草地', '操场'],
  },
} as const;

/** Names of the walkers, which exist only for load tests. */
export const walkerName = (county: string, n: number): string => `${DEMO_MARK}·${county}护林员${String(n).padStart(5, '0')}`;

export const cameraTexts = {
  tower: (settlement: string, n: number) => `${DEMO_MARK}·${settlement}监控塔${String(n).padStart(2, '0')}`,
  channels: { visible: '可见光', thermal: '热成像' },
  alarmTypes: { visible: '烟雾识别', thermal: '热点识别' },
  description: `${DEMO_MARK}监控塔，画面由地形计算`,
  /** Initial presets of every tower: the four directions, clockwise from north. */
  presets: ['正北', '正东', '正南', '正西'],
} as const;

export const smokeTexts = {
  device: (settlement: string, room: string) => `${DEMO_MARK}·${settlement}${room}烟感`,
  rooms: ['物资库', '寺院', '管护站', '木材加工点'],
} as const;

interface DangerTexts {
  readonly type: string;
  readonly place: string;
  readonly text: string;
}

const dangersFound: readonly [DangerTexts, ...DangerTexts[]] = [
  { type: '可燃物堆放', place: '林缘农户', text: '林缘堆放秸秆，未清理' },
  { type: '输电线路', place: '输电线路', text: '线下树枝距导线过近，需修枝' },
  { type: '违规用火', place: '施工工地', text: '工地明火作业，未办理用火手续' },
  { type: '祭祀用火', place: '公墓', text: '焚烧纸钱后未清理余烬' },
  { type: '消防设施', place: '农家乐', text: '灭火器过期，已要求更换' },
];

export const dangerTexts = {
  name: (settlement: string, place: string) => `${DEMO_MARK}·${settlement}${place}`,
  description: (text: string) => `【${DEMO_MARK}】${text}`,
  found: dangersFound,
} as const;

/** Burn permit applications. */
export const burningTexts = {
  applicant: (surname: string) => `${DEMO_MARK}·${surname}某`,
  address: (settlement: string) => `${DEMO_MARK}：${settlement}附近`,
  measures: {
    farm: `【${DEMO_MARK}】清出三米隔离带，备水桶和灭火拖把，有人看守`,
    prescribed: `【${DEMO_MARK}】扑火队到场，隔离带已开设，风力四级以上停止`,
    'folk-custom': `【${DEMO_MARK}】在固定焚烧池内，人走火灭`,
    construction: `【${DEMO_MARK}】动火点铺防火毯，配灭火器，专人监护`,
  },
  notes: {
    approved: `【${DEMO_MARK}】同意，须有人看守，风力四级以上停止`,
    refused: `【${DEMO_MARK}】高火险期，不同意野外焚烧，请改在固定焚烧池`,
  },
} as const;

/** Checkpoints with a dedicated camera. */
export const gateTexts = {
  monitor: (post: string) => `${post}卡口`,
  camera: (post: string) => `${post}卡口摄像头`,
  description: `${DEMO_MARK}卡口，抓拍由程序绘制`,
  /** A fictional plate; its first character marks it as demo data. */
  plate: (text: string) => `演${text}`,
} as const;

export const hazardTexts = {
  name: (place: string, kind: 'slide' | 'fall' | 'debris-flow') =>
    `${place}${{ slide: '滑坡', fall: '崩塌', 'debris-flow': '泥石流' }[kind]}（演示）`,
  description: '演示数据，非真实隐患点',
  monitors: { crack: '裂缝计1', displacement: '位移计1', rain: '雨量计1', tilt: '倾角计1', 'mud-level': '泥水位计1' },
} as const;

/** The simulator's console messages. */
export const notices = {
  waiting: (url: string, why: string) => `演示世界：等待服务器就绪 ${url}（${why}）`,
  running: (mode: string) => `演示世界：开始运行，${mode}（the demo world runs）`,
  keyRefused:
    '演示世界：服务器不接受 FEED_KEY，已停止。请设置与服务器相同的 FEED_KEY（环境变量，或 DATA_DIR 里保存的值）。\n' +
    '  The server refused FEED_KEY. Set FEED_KEY to the server’s own: its environment variable, or the value kept in its DATA_DIR.',
  keyMissing: '演示世界：没有 FEED_KEY，无法推送火情（FEED_KEY is not set）',
  refused: (what: string, why: string) => `演示世界：服务器没有收下${what}：${why}`,
  retrying: (what: string, why: string, seconds: number) => `演示世界：${what}没有送到（${why}），${seconds} 秒后再试`,
  parcels: {
    file: '卫星热点文件',
    report: '人员上报',
    camera: '摄像头报警',
    smoke: '烟感报警',
    danger: '隐患检查',
    resources: '演示资源',
    tower: '演示监控塔',
    burnings: '演示用火报备',
    gatePoints: '演示卡口监控点',
    gate: '卡口抓拍',
    hazards: '演示地质灾害隐患点',
    readings: '地质灾害监测读数',
  },
  towersFault: (why: string) => `演示世界：监控塔视频出错：${why}（a tower’s video failed）`,
  rangers: '护林员',
  walkers: (made: number, requested: number) => `演示世界：负载用护林员 ${made}/${requested} 人（walkers for load）`,
};
