// The counties of the stages, each with settlements around which its people and things lie. The seat comes first.
// Only settlements are listed for which the county's own seat is the nearest, as the product concludes counties where no boundary is imported.
import { haversineMetres, type Position } from '@lookout/domain';
import { type Settlement, type StageId, stages } from './places.ts';

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

/** Is this county's seat the nearest of its stage's? */
export function liesIn(county: County, place: Position): boolean {
  const own = haversineMetres(county.settlements[0], place);
  return countiesOf(county.stage).every(({ settlements: [seat] }) => haversineMetres(seat, place) >= own);
}
