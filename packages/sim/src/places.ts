// The stages of the demo world and their settlements, around which fires, reports and photos are placed. Names are real; positions are
// approximate, from common knowledge. All events there are fictional and labelled 演示.
import { haversineMetres, type Position } from '@lookout/domain';
import { DEMO_TOWNS } from '@lookout/geo';

export interface Settlement extends Position {
  readonly name: string;
  /** Radius within which the terrain certainly lies in the stage's grid, metres: some settlements are near a border. */
  readonly reachMetres: number;
}

export type StageId = 'aba' | 'weihui' | 'heilongjiang' | 'qujing';

export interface Stage {
  /** Every fire of the stage lies in this grid or one below it. */
  readonly gridPrefix: string;
  /** Average number of fires that begin in a day. */
  readonly firesPerDay: number;
  readonly kinds: Readonly<Record<'forest' | 'grassland' | 'farm', number>>;
  /** Above this height only grass burns. */
  readonly meadowsAboveMetres: number;
  readonly settlements: readonly [Settlement, ...Settlement[]];
  /** Industrial plants whose heat satellites repeatedly report as a fire. */
  readonly chimneys: readonly Settlement[];
}

const at = (name: string, lng: number, lat: number, reachMetres = 9_000): Settlement => ({ name, lng, lat, reachMetres });

export const stages: Readonly<Record<StageId, Stage>> = {
  aba: {
    gridPrefix: '5132',
    firesPerDay: 54,
    kinds: { forest: 6, grassland: 2, farm: 3 },
    meadowsAboveMetres: 3350,
    settlements: DEMO_TOWNS.aba,
    chimneys: [at('汶川工业园', 103.507, 31.02)],
  },
  weihui: {
    gridPrefix: '4107',
    firesPerDay: 6,
    kinds: { forest: 3, grassland: 1, farm: 6 },
    meadowsAboveMetres: 9000,
    settlements: DEMO_TOWNS.weihui,
    chimneys: [at('卫辉水泥厂', 114.02, 35.44)],
  },
  heilongjiang: {
    gridPrefix: '23',
    firesPerDay: 8,
    kinds: { forest: 6, grassland: 2, farm: 4 },
    meadowsAboveMetres: 9000,
    settlements: [
      at('漠河西林吉镇', 122.539, 52.972),
      at('塔河镇', 124.71, 52.335),
      at('呼中镇', 123.6, 52.033),
      at('新林镇', 124.398, 51.674),
      at('孙吴镇', 127.336, 49.426),
      at('汤旺河镇', 129.571, 48.455),
      at('伊春伊美区', 128.907, 47.729),
      at('铁力镇', 128.032, 46.987),
      at('五大连池市区', 126.205, 48.517),
    ],
    chimneys: [],
  },
  qujing: {
    gridPrefix: '5303',
    firesPerDay: 7,
    kinds: { forest: 5, grassland: 1, farm: 4 },
    meadowsAboveMetres: 9000,
    settlements: [
      at('麒麟区', 103.805, 25.495),
      at('马龙区', 103.578, 25.428),
      at('陆良县中枢街道', 103.667, 25.03),
      at('师宗县丹凤街道', 103.993, 24.826),
      at('富源县中安街道', 104.255, 25.674, 5_000),
      at('会泽县金钟街道', 103.297, 26.418),
      at('宣威市', 104.104, 26.22),
    ],
    chimneys: [at('沾益工业园', 103.83, 25.63)],
  },
};

export const STAGE_IDS = Object.keys(stages) as StageId[];

// The counties of the stages, each with the settlements around which its people and assets are placed. The seat comes first. A settlement
// is listed only where its county's seat is the nearest one, because without imported boundaries the product assigns counties by that rule.

export interface County {
  readonly stage: StageId;
  readonly gridNo: string;
  readonly name: string;
  readonly settlements: readonly [Settlement, ...Settlement[]];
}

const rows: readonly (readonly [stage: StageId, gridNo: string, name: string, ...settlements: string[]])[] = [
  ['aba', '513221', '汶川县', '威州镇', '绵虒镇', '映秀镇'],
  ['aba', '513222', '理县', '杂谷脑镇', '薛城镇', '古尔沟镇', '米亚罗镇'],
  ['aba', '513223', '茂县', '凤仪镇', '叠溪镇'],
  ['aba', '513224', '松潘县', '进安镇', '川主寺镇', '镇江关镇'],
  ['aba', '513225', '九寨沟县', '南坪镇', '漳扎镇'],
  ['aba', '513226', '金川县', '勒乌镇', '安宁镇'],
  ['aba', '513227', '小金县', '美兴镇', '四姑娘山镇'],
  ['aba', '513228', '黑水县', '芦花镇', '色尔古镇'],
  ['aba', '513201', '马尔康市', '马尔康镇', '卓克基镇', '梭磨乡'],
  ['aba', '513230', '壤塘县', '岗木达镇'],
  ['aba', '513231', '阿坝县', '阿坝镇'],
  ['aba', '513232', '若尔盖县', '达扎寺镇', '唐克镇'],
  ['aba', '513233', '红原县', '邛溪镇'],
  ['weihui', '410781', '卫辉市', '汲水镇', '安都乡'],
  ['heilongjiang', '232701', '漠河市', '漠河西林吉镇'],
  ['heilongjiang', '232722', '塔河县', '塔河镇'],
  ['heilongjiang', '230717', '伊美区', '伊春伊美区'],
  ['heilongjiang', '230781', '铁力市', '铁力镇'],
  ['qujing', '530302', '麒麟区', '麒麟区'],
  ['qujing', '530322', '陆良县', '陆良县中枢街道'],
  ['qujing', '530326', '会泽县', '会泽县金钟街道'],
  ['qujing', '530381', '宣威市', '宣威市'],
];

const settlementOf = (stage: StageId, name: string): Settlement => {
  const found = stages[stage].settlements.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${stage} has no settlement ${name}`);
  return found;
};

export const counties: readonly County[] = rows.map(([stage, gridNo, name, seat = '', ...others]) => ({
  stage,
  gridNo,
  name,
  settlements: [settlementOf(stage, seat), ...others.map((other) => settlementOf(stage, other))],
}));

export const countiesOf = (stage: StageId): readonly County[] => counties.filter((county) => county.stage === stage);

/** Whether this county's seat is the nearest seat of the stage. */
export function liesIn(county: County, position: Position): boolean {
  const own = haversineMetres(county.settlements[0], position);
  return countiesOf(county.stage).every(({ settlements: [seat] }) => haversineMetres(seat, position) >= own);
}
