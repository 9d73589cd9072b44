// The words of the tabs at the bottom, in Chinese. Their names as specification §2 gives them in English.

import type { FireDriver, FireLevel } from '@lookout/domain';
import { kindNamesZh } from '../../../entities/resource/kind-names.ts';
import type { TabId } from './tabs.ts';

const tabs: Readonly<Record<TabId, string>> = {
  forest: '森林信息',
  monitors: '监测信息',
  weather: '气象信息',
  risk: '火险等级',
  search: '资源搜索',
  burning: '用火报备',
  warning: '实时预警',
  posts: '两点一岗',
};

const drivers: Readonly<Record<FireDriver, string>> = {
  wind: '主要因风大：火一旦着起蔓延快',
  humidity: '主要因空气干燥：细小可燃物极易着火',
  temperature: '主要因气温高：可燃物失水快',
  drought: '主要因久旱：深层可燃物干，火难扑灭',
  rain: '主要因无雨：地表落叶枯草干燥易燃',
};

/** 全国森林火险天气等级 (LY/T 1172): the five levels' names. */
const levels: Readonly<Record<FireLevel, string>> = { 1: '低', 2: '较低', 3: '较高', 4: '高', 5: '极高' };
const numerals: Readonly<Record<FireLevel, string>> = { 1: '一', 2: '二', 3: '三', 4: '四', 5: '五' };

export const tabsZh = {
  tabs,
  close: (title: string) => `关闭${title}`,
  onMap: '地图上显示',
  stale: '连接中断，这里的内容可能不是最新。',
  left: '左侧标签页',
  right: '右侧标签页',
  point: {
    pick: '点选',
    stop: '停止',
    picking: '请在地图上点击一处',
    mark: '所选位置',
  },
  forest: {
    search: '林场名称',
    list: '林场',
    total: (n: number, hectares: string | null) => (hectares === null ? `共 ${n} 处` : `共 ${n} 处，${hectares} 公顷`),
    hectares: (text: string) => `${text} 公顷`,
    unnamed: '（未命名）',
    attributes: (n: number) => `属性 ${n} 项`,
    empty: {
      title: '还没有林场图层',
      hint: '请管理员在服务器上导入：npm run import -- layers 文件（GeoJSON、Shapefile 压缩包或 KML），类别选 forest-farm。',
    },
    none: (name: string) => ({ title: `没有名称含“${name}”的林场`, hint: '换一个词，或清空后查看全部。' }),
  },
  monitors: {
    search: '名称、编号、网格',
    list: '监控点',
    states: { online: '在线', offline: '离线' },
    cameras: (total: number, online: number) => `摄像头 ${total} 个，在线 ${online} 个`,
    camerasOf: (total: number, online: number) => (total === 0 ? '没有摄像头' : `摄像头 ${total}，在线 ${online}`),
    cameraCount: '摄像头数量',
    onlineCount: '在线数量',
    empty: { title: '网格内没有监控点', hint: '请管理员导入监控点：npm run import -- monitors 文件。' },
    none: { title: '没有符合条件的监控点', hint: '换一个词，或选“全部”。' },
  },
  weather: {
    search: '地名',
    list: '各地天气',
    fly: (name: string) => `飞到${name}`,
    empty: { title: '没有可查天气的地方', hint: '网格中没有县级以上的地方，请与管理员核对账号的网格。' },
    none: { title: '没有这个地方', hint: '换一个地名，或清空后查看全部。' },
  },
  risk: {
    day: '日期',
    newest: '最近一日',
    level: '等级',
    list: '各地火险等级',
    legend: '火险等级图例（数字为等级，后为地方数）',
    /** As long as no boundaries of the parts were imported. */
    onWhole: '地图颜色为示意：没有导入下级边界，整片按本级等级着色，数字为各地等级。',
    children: '下一级',
    counties: '到县',
    levels,
    levelName: (level: FireLevel) => `${numerals[level]}级（${levels[level]}）`,
    drivers,
    noDriver: '天气平和，没有突出的因素',
    gap: (days: number) => `此前 ${days} 日缺少天气，指数从最后有天气的一日接续，仅供参考。`,
    demo: '演示天气',
    of: (grid: string, day: string) => `${grid} ${day} 的火险`,
    noon: (temperature: number, humidity: number, wind: number, rain: number) =>
      `正午 ${temperature.toFixed(1)} ℃，湿度 ${Math.round(humidity)}%，风速 ${wind.toFixed(1)} km/h，24小时降水 ${rain.toFixed(1)} mm`,
    chart: (days: number) => `近 ${days} 日火险天气指数（FWI），圆点内为等级`,
    parts: {
      FWI: '火险天气指数',
      FFMC: '细小可燃物湿度码：易燃程度',
      DMC: '腐殖质湿度码：中层可燃物',
      DC: '干旱码：深层可燃物',
      ISI: '初始蔓延指数',
      BUI: '累积指数：可燃物总量',
    },
    empty: { title: '还没有火险等级', hint: '每日正午的天气到齐后算出；请稍后再看，或选其他日期。' },
    noneThatDay: (day: string) => ({ title: `${day} 没有火险等级`, hint: '换一个日期，或清空日期查看最近一日。' }),
  },
  search: {
    title: '资源搜索',
    hows: { name: '名称', around: '周边', box: '范围' },
    kinds: '类别',
    allKinds: '全部类别',
    kindNames: kindNamesZh,
    name: '名称（可不填）',
    point: '中心点（经度, 纬度）',
    radius: '半径',
    within: (text: string) => `${text}内`,
    drag: '拖框',
    dragging: '请在地图上按住鼠标拖出范围',
    takeView: '取当前视野',
    noBox: '尚未选定范围',
    submit: '搜索',
    hints: {
      name: '选类别或填名称后搜索；结果按与视野中心的距离排列。',
      around: '在地图上点选，或输入经纬度，再选半径。',
      box: '在地图上拖出一个框，或取当前视野为范围。',
    },
    ways: { name: '距离与方位：自视野中心', around: '距离与方位：自中心点', box: '距离与方位：自范围中心' },
    list: '搜索结果',
    counts: '按类别',
    all: '全部',
    cut: (n: number) => `结果很多，只列出 ${n} 处。请缩小范围或选类别。`,
    export: '导出',
    file: '资源搜索.csv',
    columns: [
      ...['名称', '类别', '编号', '状态', '所属网格', '网格编号', '经度', '纬度', '海拔（米）'],
      ...['距离（米）', '方位（度）', '负责人', '电话', '描述'],
    ] as readonly string[],
    none: { title: '没有找到资源', hint: '放宽半径或范围，去掉类别或名称再试。' },
  },
  burning: {
    page: '全部报备',
    list: '今日与将来的用火',
    coming: (n: number) => `今日与将来 ${n}`,
    waiting: (n: number) => `待审批 ${n}`,
    empty: { title: '今日与将来没有用火报备', hint: '需要用火时，按“申请用火”填写；批准后在地图上标出。' },
    noneWaiting: { title: '没有待审批的申请', hint: '新的申请会出现在这里。' },
  },
  posts: {
    parts: { posts: '检查哨卡', monitors: '卡口监控', images: '卡口抓拍' },
    search: '哨卡、网格',
    total: (n: number) => `共 ${n} 处`,
    at: (post: string) => `位于${post}`,
    post: '哨卡',
    category: '类别',
    categories: { vehicle: '车辆', person: '人员' },
    directions: { in: '入', out: '出' },
    plate: '车牌',
    time: '抓拍时间',
    begin: '开始',
    end: '结束',
    fly: '飞到此处',
    noPosts: { title: '网格内没有检查哨卡', hint: '请管理员导入资源（类别 inspectionPost）：npm run import -- resources 文件。' },
    noMonitors: { title: '没有卡口监控点', hint: '离检查站或检查哨卡不超过 1 公里的监控点会列在这里。' },
    noImages: { title: '还没有卡口抓拍', hint: '卡口设备推送图片后出现在这里。' },
    none: { title: '没有符合条件的内容', hint: '换一个条件，或清除条件。' },
  },
};

export type TabWords = typeof tabsZh;
