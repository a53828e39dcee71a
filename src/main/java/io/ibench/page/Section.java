package io.ibench.page;

import java.util.List;

/**
 * A part of a page with a heading.
 *
 * @param id unique in the page; letters, digits and hyphens
 * @param intro a sentence below the heading; empty for none
 */
public record Section(String id, String title, String intro, List<Block> blocks) {}
