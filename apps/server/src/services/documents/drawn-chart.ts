// A chart as SVG, drawn by ECharts without a browser.
import { BarChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { DocumentChart, DocumentPicture } from './document.ts';

use([BarChart, GridComponent, LegendComponent, AriaComponent, SVGRenderer]);

export function drawnChart({ option, widthPixels, heightPixels }: DocumentChart): DocumentPicture {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: widthPixels, height: heightPixels });
  // Paper has no pointer: no tooltip, and no style for hovered elements.
  const { tooltip: _pointedAt, ...printed } = option;
  chart.setOption(printed);
  const svg = chart.renderToSVGString().replace(/<style[\s\S]*?<\/style>/, '');
  chart.dispose();
  return { format: 'svg', bytes: new TextEncoder().encode(svg), widthPixels, heightPixels };
}
