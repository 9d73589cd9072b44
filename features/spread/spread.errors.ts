// Errors of forecasts of fires, and of the table of fuels.

import { business, COVER_SCHEME_NAMES, fault, formatTime, invalid } from '@lookout/contract';
import type { CoverScheme } from '@lookout/domain';

export const spreadErrors = {
  'spread-place-needed': invalid('请给出火情或起火位置', 'Give the fire (incidentId), or where it begins (ignition)'),
  'spread-ignition-points': invalid<{ most: number }>(
    ({ most }) => `起火位置最多 ${most} 个点`,
    ({ most }) => `Where it begins has at most ${most} points`,
  ),
  'spread-ignition-empty': invalid('起火位置没有坐标', 'Where it begins has no coordinates'),
  'spread-ignition-time': invalid<{ from: Date; to: Date }>(
    ({ from, to }) => `起火的时刻须在推演的时段内：${formatTime(from)} 至 ${formatTime(to)}`,
    ({ from, to }) => `It must be lit within the hours of the forecast: ${formatTime(from)} to ${formatTime(to)}`,
  ),
  'spread-ignition-later': invalid(
    '开始时没有一处起火：请把开始时刻改为最早一处起火的时刻，或不给',
    'Nothing is lit at the beginning: let it begin (begin) when the first part is lit, or leave it out',
  ),
  'spread-ignition-far': invalid<{ kilometres: number }>(
    ({ kilometres }) => `起火位置离这起火情超过 ${kilometres} 公里`,
    ({ kilometres }) => `Where it begins is more than ${kilometres} km from the fire`,
  ),
  'spread-ignition-given': invalid(
    '给出了起火位置，就从它开始推演，不能再用观测校正',
    'With a place that is given it begins there, and cannot be corrected by what was seen',
  ),
  'spread-ring-open': invalid('面的每个环至少有 4 个点，首尾相同', 'Each ring of an area has at least 4 points, and ends where it begins'),
  'spread-ignition-too-wide': invalid<{ kilometres: number }>(
    ({ kilometres }) => `起火位置的范围不能超过 ${kilometres} 公里`,
    ({ kilometres }) => `Where it begins may not be wider than ${kilometres} km`,
  ),
  'spread-nothing-burns': invalid(
    '起火处不可燃：是水面、道路、建设用地、裸地或隔离带',
    'Nothing burns where it begins: it is water, a road, built-up or bare ground, or a fire break',
  ),
  'spread-unknown-fuel': invalid<{ scheme: CoverScheme; value: number }>(
    ({ scheme, value }) => `起火处的地类 ${value}（${COVER_SCHEME_NAMES.zh[scheme]}）没有对应的可燃物：在 系统管理 → 可燃物 中填写`,
    ({ scheme, value }) =>
      `The land cover where it begins, class ${value} (${COVER_SCHEME_NAMES.en[scheme]}), has no fuel: enter it in Administration → Fuels`,
  ),
  'spread-no-fuel-factor': invalid(
    '起火处的地类没有王正非模型的可燃物（更正系数 Ks），不能按它推演；请改用 Rothermel，或由全国管理员在可燃物表中设定',
    'No fuel of Wang’s (factor Ks) is known of the land cover where it begins; use Rothermel, or have the national administrator set one in the table of fuels',
  ),
  'spread-no-ground': invalid(
    '起火处没有地形或地类数据，无法推演；请导入高程与地类',
    'Neither heights nor land cover are known where it begins; import elevation and land cover',
  ),
  'spread-no-weather': invalid(
    '没有该处的天气：天气服务未设置或没有答复。请自行填写天气',
    'There is no weather of the place: the service is not set up, or did not answer. Enter it in weather',
  ),
  'spread-weather-elsewhen': invalid<{ from: Date; to: Date }>(
    ({ from, to }) => `天气预报只有 ${formatTime(from)} 至 ${formatTime(to)}，不含推演的时段；请自行填写天气`,
    ({ from, to }) =>
      `The forecast of the weather is from ${formatTime(from)} to ${formatTime(to)}, and not of these hours; enter it in weather`,
  ),
  'spread-weather-order': invalid('天气应按时间先后，时间各不相同', 'The weather must be in the order of its times, each time once'),
  'spread-model': invalid('模型为 Rothermel 或王正非', 'The model is rothermel or wang (Wang Zhengfei)'),
  'spread-begin': invalid<{ days: number }>(
    ({ days }) => `开始时间与现在相差不能超过 ${days} 天`,
    ({ days }) => `It may begin at most ${days} days before or after now`,
  ),
  'spread-none-to-correct': invalid(
    '没有可以订正的推演：这起火情还没有推演完成，或上次推演已过去太久',
    'There is no forecast to correct: none of this fire is done, or the last one is too old',
  ),
  'spread-nothing-seen': invalid(
    '没有可用来订正的观测：推演开始以后没有新的热点、相机定位、报告或过火区',
    'There is nothing to correct it by: no hotspot, camera fix, report or burnt area was seen since it began',
  ),
  'spread-one-not-weighed': invalid(
    '单次推演不能按热点、相机定位与报告订正，请用集合推演，或先标绘过火区',
    'One member cannot be corrected by hotspots, camera fixes and reports; ask for an ensemble, or draw the burnt area first',
  ),
  'spread-over': business('推演已经结束，不能取消', 'The forecast is over, and cannot be cancelled'),
  'spread-too-long': fault(
    '推演超过 10 分钟未算完，已停止；请减少小时数或成员数后再试',
    'It was not done after 10 minutes and was stopped; ask for fewer hours or members',
  ),
  'spread-server-stopped': fault('服务器停止，推演没有完成；请重新推演', 'The server stopped before it was done; ask for it again'),
  'spread-fault': fault('推演时出错，原因见服务器日志', 'It failed; the log of the server says why'),
  'no-such-fuel-model': invalid(
    '没有这个可燃物模型（NB1–TL9、SB1–SB4、1–13）',
    'There is no fuel model of this name (NB1 to TL9, SB1 to SB4, 1 to 13)',
  ),
  'no-such-fuel-factor': invalid<{ keys: string }>(
    ({ keys }) => `没有这种可燃物，有：${keys}`,
    ({ keys }) => `There is no fuel of this name; there are ${keys}`,
  ),
  'no-such-fuel-class': invalid<{ scheme: string; value: number }>(
    ({ scheme, value }) => `地类体系 ${scheme} 没有 ${value} 类，导入的地类中也没有`,
    ({ scheme, value }) => `The scheme ${scheme} has no class ${value}, and no imported file does`,
  ),
} as const;
