// The towns of the demo world's two full stages. Names are real, positions approximate from common knowledge.
import type { LngLat } from '../coordinates/geodesic.ts';

export interface DemoTown extends LngLat {
  readonly name: string;
  /** Radius within which the terrain is certainly inside the stage's grid, metres: some towns are near a border. */
  readonly reachMetres: number;
}

const at = (name: string, lng: number, lat: number, reachMetres = 9_000): DemoTown => ({ name, lng, lat, reachMetres });

export const DEMO_TOWNS: Readonly<Record<'aba' | 'weihui', readonly [DemoTown, ...DemoTown[]]>> = {
  aba: [
    at('威州镇', 103.59, 31.477),
    at('映秀镇', 103.486, 31.062, 2_200),
    at('绵虒镇', 103.505, 31.36, 6_000),
    at('卧龙镇', 103.19, 31.035),
    at('杂谷脑镇', 103.167, 31.437),
    at('米亚罗镇', 102.8, 31.65),
    at('古尔沟镇', 102.94, 31.54),
    at('薛城镇', 103.31, 31.545),
    at('凤仪镇', 103.853, 31.682, 8_000),
    at('叠溪镇', 103.68, 32.04, 8_000),
    at('进安镇', 103.599, 32.639),
    at('川主寺镇', 103.62, 32.78),
    at('镇江关镇', 103.73, 32.31),
    at('漳扎镇', 103.92, 33.26),
    at('南坪镇', 104.237, 33.263, 6_500),
    at('勒乌镇', 102.064, 31.476),
    at('安宁镇', 102.01, 31.26),
    at('美兴镇', 102.363, 31.0),
    at('四姑娘山镇', 102.83, 31.0, 6_500),
    at('芦花镇', 102.991, 32.062),
    at('色尔古镇', 103.45, 31.95),
    at('马尔康镇', 102.206, 31.906),
    at('卓克基镇', 102.28, 31.86),
    at('梭磨乡', 102.42, 31.93),
    at('刷经寺镇', 102.63, 32.0),
    at('岗木达镇', 100.979, 32.266),
    at('阿坝镇', 101.701, 32.902),
    at('达扎寺镇', 102.962, 33.576),
    at('唐克镇', 102.46, 33.41, 3_500),
    at('邛溪镇', 102.544, 32.791),
  ],
  weihui: [
    at('汲水镇', 114.065, 35.404),
    at('唐庄镇', 113.995, 35.43),
    at('太公镇', 113.98, 35.5),
    at('狮豹头乡', 113.98, 35.57, 7_000),
    at('安都乡', 114.09, 35.52, 3_200),
  ],
};
