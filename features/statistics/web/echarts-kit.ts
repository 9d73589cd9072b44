// What we use of ECharts, and nothing else of it; loaded with the first chart. SVG: sharp on every screen, and text that a page can find.
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

/** @param onPick the place of a clicked bar */
export function drawChart(element: HTMLElement, onPick: (seriesIndex: number, dataIndex: number) => void): DrawnChart {
  const chart = init(element, null, { renderer: 'svg' });
  chart.on('click', ({ seriesIndex, dataIndex }) => onPick(seriesIndex ?? 0, dataIndex));
  return {
    draw: (option) => chart.setOption(option, { notMerge: true }),
    resize: () => chart.resize(),
    remove: () => chart.dispose(),
  };
}
