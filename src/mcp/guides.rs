//! The guides as resources, and the page as a prompt.

use chunk::guide;
use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Resource, ResourceContents, Role};

/// What the addresses of guides begin with.
const SCHEME: &str = "guide://";

/// The page, beside the topics.
const PAGE: &str = "page";

/// The name of the prompt.
pub(super) const PROMPT: &str = "chunk_guide";

/// One resource for the page, and one for each format and operation.
pub(super) fn resources() -> Vec<Resource> {
    let page = resource(PAGE, "How a CHUNK patch is written, on one page".to_owned());
    let topics = guide::topics().into_iter().filter(|topic| topic != "chunk");
    let topics = topics.map(|topic| resource(&topic, format!("`{topic}` with an example")));
    std::iter::once(page).chain(topics).collect()
}

fn resource(topic: &str, description: String) -> Resource {
    let mut resource = Resource::new(format!("{SCHEME}{topic}"), topic);
    resource.description = Some(description);
    resource.mime_type = Some("text/markdown".to_owned());
    resource
}

/// The text of a resource.
pub(super) fn read(uri: &str) -> Option<ResourceContents> {
    let topic = uri.strip_prefix(SCHEME)?.trim_end_matches('/');
    let text = if topic == PAGE { Some(guide::page().to_owned()) } else { guide::about(topic) };
    Some(ResourceContents::TextResourceContents {
        uri: uri.to_owned(),
        mime_type: Some("text/markdown".to_owned()),
        text: text?,
        meta: None,
    })
}

/// The prompts.
pub(super) fn prompts() -> Vec<Prompt> {
    vec![Prompt::new(PROMPT, Some("How to edit files with apply_patch in CHUNK YAML"), None)]
}

/// The text of the prompt.
pub(super) fn prompt() -> GetPromptResult {
    GetPromptResult::new(vec![PromptMessage::new_text(Role::User, guide::page())])
}
