import type { Engine } from '../engine/engine.ts';

/** The height of the strip above the chart, CSS px. */
const STRIP = 44;
const MARGIN = 14;

export type PictureTexts = {
  /** "AAPL · 1D · Apple Inc." */
  name: string;
  when: string;
  fileName: string;
  isRtl: boolean;
};

/** Returns the visible chart as a canvas, below a strip with its name and date. */
export function chartPicture(engine: Engine, { name, when, isRtl }: PictureTexts): HTMLCanvasElement {
  const shot = engine.chart.takeScreenshot(true, false);
  const { layout } = engine.chart.options();
  const scale = devicePixelRatio;
  const canvas = document.createElement('canvas');
  canvas.width = shot.width;
  canvas.height = shot.height + STRIP * scale;
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'color' in layout.background ? layout.background.color : layout.background.topColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(shot, 0, STRIP * scale);
  context.scale(scale, scale);
  const width = canvas.width / scale;
  context.fillStyle = layout.textColor;
  context.textBaseline = 'middle';
  context.direction = isRtl ? 'rtl' : 'ltr';
  const write = (text: string, atStart: boolean) => {
    context.textAlign = atStart ? 'start' : 'end';
    context.fillText(text, atStart === isRtl ? width - MARGIN : MARGIN, STRIP / 2);
  };
  context.font = `600 14px ${layout.fontFamily}`;
  write(name, true);
  context.font = `12px ${layout.fontFamily}`;
  write(`Paperpit · ${when}`, false);
  return canvas;
}

export async function savePicture(engine: Engine, texts: PictureTexts): Promise<void> {
  const canvas = chartPicture(engine, texts);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) return;
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: texts.fileName }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
