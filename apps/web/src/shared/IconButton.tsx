// Small buttons: one with an icon only, whose label is its accessible name and tooltip, and a chip that can be pressed.
import { Button, type ButtonProps } from 'antd';

interface Props extends Omit<ButtonProps, 'type' | 'style' | 'children'> {
  /** Leave out to give `aria-label` and `title` different texts. */
  readonly label?: string;
}

const STYLE = { flex: 'none', width: 28, height: 28 } as const;
const OFF = { ...STYLE, opacity: 0.5 };

export const IconButton = ({ label, ...rest }: Props) => (
  <Button type="text" aria-label={label} title={label} style={rest.disabled ? OFF : STYLE} {...rest} />
);

/** A toggle for one of a few choices. */
interface ChipProps extends Omit<ButtonProps, 'size' | 'shape' | 'style' | 'aria-pressed'> {
  readonly pressed: boolean;
}

const CHIP_OFF = { gap: 4, paddingInline: 7, fontSize: 12, color: 'var(--second)' } as const;
const CHIP_ON = { ...CHIP_OFF, borderColor: 'var(--accent)', background: 'var(--chosen)', color: 'var(--text)' } as const;

export const Chip = ({ pressed, ...rest }: ChipProps) => (
  <Button size="small" shape="round" aria-pressed={pressed} style={pressed ? CHIP_ON : CHIP_OFF} {...rest} />
);
