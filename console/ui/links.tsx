import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type A<Props> = Props & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { ref?: Ref<HTMLAnchorElement> };

/** Mantine's components as links of the router: `<ButtonLink to="/pages/$pageId/flows" params={{ pageId }}>`. */
export const ButtonLink = createLink((props: A<ButtonProps>) => <Button component="a" {...props} />);
export const IconLink = createLink((props: A<ActionIconProps>) => <ActionIcon component="a" {...props} />);
export const TextLink = createLink((props: A<AnchorProps>) => <Anchor {...props} />);
export const MenuLink = createLink((props: A<MenuItemProps>) => <Menu.Item component="a" {...props} />);
export const NavigationLink = createLink((props: A<NavLinkProps>) => <NavLink component="a" {...props} />);
