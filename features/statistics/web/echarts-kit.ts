// The parts of ECharts that are used, and no others; loaded with the first chart. SVG is sharp on every screen, and its text can be
// searched.
import { BarChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, SVGRenderer]);

export interface DrawnChart {
  readonly draw: (option: Readonly<Record<string, unknown>>) => void;
  readonly resize: () => void;
  readonly remove: () => void;
}

/** @param onPick receives the position of a clicked bar */
export function drawChart(element: HTMLElement, onPick: (seriesIndex: number, dataIndex: number) => void): DrawnChart {
  const chart = init(element, null, { renderer: 'svg' });
  chart.on('click', ({ seriesIndex, dataIndex }) => onPick(seriesIndex ?? 0, dataIndex));
  return {
    draw: (option) => chart.setOption(option, { notMerge: true }),
    resize: () => chart.resize(),
    remove: () => chart.dispose(),
  };
}
